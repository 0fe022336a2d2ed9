import { getContext, setContext } from 'svelte';
import type { PageSession } from '../state/session.svelte.ts';

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

/** What a mark of the specification needs to open a section for whoever reads there. */
export interface Reading {
  readonly session: PageSession;
  readonly atHand: () => AtHand | null;
}

const key = Symbol('reading');

/** Says for a component and all in it which call is at hand; null for none. */
export const provideReading = (session: PageSession, atHand: Reading['atHand'] = () => null): void => {
  setContext<Reading>(key, { session, atHand });
};

export const useReading = (): Reading => getContext<Reading>(key);
