import { getContext, setContext } from 'svelte';

/** The call that the marks in a part of the page speak of: its endpoint, and whose limits it counts against. */
export interface AtHand {
  readonly endpointId: string;
  readonly appId?: string;
  /** The user's token, where it acts by one. */
  readonly token?: string;
  /** What the platform did with it, where it was sent: which choices rest on which sections. */
  readonly steps?: readonly {
    readonly sections: readonly string[];
    readonly choices: readonly string[];
  }[];
}

/** A section, or the one that is silent where a choice was made. */
export type Wanted = string | { readonly choice: string };

/** How the marks in a part of the page open what they name. */
export interface Reading {
  /** null for no call in particular. */
  readonly atHand: () => AtHand | null;
  /** `opener` is what the focus goes back to. */
  readonly open: (wanted: Wanted, atHand: AtHand | null, opener: HTMLElement) => void;
}

const key = Symbol('reading');

/** For a component and all in it. */
export const provideReading = (reading: Reading): void => {
  setContext(key, reading);
};

/** Says for a component and all in it which call is at hand. */
export const provideAtHand = (atHand: Reading['atHand']): void => {
  provideReading({ ...getContext<Reading>(key), atHand });
};

/** What a mark does when it is pressed. */
export function useReading(): (wanted: Wanted, event: { readonly currentTarget: HTMLElement }) => void {
  const { open, atHand } = getContext<Reading>(key);
  return (wanted, { currentTarget }) => {
    open(wanted, atHand(), currentTarget);
  };
}
