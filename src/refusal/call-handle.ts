import type { AuthKind, Change, Sent } from '../../worker/api.ts';
import type { ChangeByAct } from '../state/act-mark.svelte.ts';

/** Restores the earlier state; its result is to be awaited. */
export type Undo = () => unknown;

/** A refused call, with the changes to it that only its view can make. */
export interface CallHandle {
  readonly sent: Sent;
  /** Whether the current call differs from the one that was refused. */
  readonly edited: boolean;
  /** The current value of a part; null if there is no such part. */
  valueOf(field: string): string | null;
  change(changes: readonly Change[]): Undo;
  /** The hash that leads back to the current call, without secrets. */
  readonly link: string;
  /** Focuses the field where the person types it. */
  show(field: string): void;
  /** Authenticates with the App's credential of this kind: typed values are discarded, nonce and time are new. */
  proveBy(kind: AuthKind): Undo;
  /** The same for the chosen kind. */
  renew(): Undo;
  send(): Promise<void>;
}

/** A fix that was applied after a refusal. */
export interface Remedy {
  /** The new state, without a full stop. */
  readonly what: string;
  /** The earlier state and the consequences, in sentences. */
  readonly was: string;
  /** For the table of changes. */
  readonly change: { readonly name: string; readonly now: string; readonly was: string };
  /** The place in the frame that shows the change. */
  readonly mark: ChangeByAct | null;
  /** null if it cannot be undone; `was` says so then. */
  readonly undo: Undo | null;
}
