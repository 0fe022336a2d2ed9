import { getContext, setContext } from 'svelte';

/** The call that the marks in a part of the page refer to: its endpoint, and whose limits it uses. */
export interface AtHand {
  readonly endpointId: string;
  readonly appId?: string;
  /** The user's token, if it acts with one. */
  readonly token?: string;
  /** The platform's steps, if it was sent: which choices rest on which sections. */
  readonly steps?: readonly {
    readonly sections: readonly string[];
    readonly choices: readonly string[];
  }[];
}

/** A section, or the section that is silent about a choice. */
export type Wanted = string | { readonly choice: string };

/** How the marks in a part of the page open their sections. */
export interface Reading {
  /** null for no call in particular. */
  readonly atHand: () => AtHand | null;
  /** `opener` gets the focus back. */
  readonly open: (wanted: Wanted, atHand: AtHand | null, opener: HTMLElement) => void;
}

const key = Symbol('reading');

/** For a component and its descendants. */
export const provideReading = (reading: Reading): void => {
  setContext(key, reading);
};

/** Sets the current call for a component and its descendants. */
export const provideAtHand = (atHand: Reading['atHand']): void => {
  provideReading({ ...getContext<Reading>(key), atHand });
};

/** The action of a pressed mark. */
export function useReading(): (wanted: Wanted, event: { readonly currentTarget: HTMLElement }) => void {
  const { open, atHand } = getContext<Reading>(key);
  return (wanted, { currentTarget }) => {
    open(wanted, atHand(), currentTarget);
  };
}
