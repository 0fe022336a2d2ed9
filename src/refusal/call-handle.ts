import type { AuthKind, Change, Sent } from '../../worker/api.ts';
import type { ChangeByAct } from '../state/act-mark.svelte.ts';

/** Brings back what was; what it gives is to be awaited. */
export type Undo = () => unknown;

/** A refused call in the hands of the view that sent it: what only the view can change of it. */
export interface CallHandle {
  readonly sent: Sent;
  /** Whether the call in hand is another than the one that was refused. */
  readonly edited: boolean;
  /** What stands in a part of it now; null where there is no such part. */
  valueOf(field: string): string | null;
  change(changes: readonly Change[]): Undo;
  /** The hash that leads back to it, as it is now: without secrets. */
  readonly link: string;
  /** Where the person types it. */
  show(field: string): void;
  /** Proves itself by what the App holds of this kind: what was typed over it is gone, nonce and time are new. */
  proveBy(kind: AuthKind): Undo;
  /** The same of the kind that is chosen. */
  renew(): Undo;
  send(): Promise<void>;
}

/** What was done about a refusal. */
export interface Remedy {
  /** What is so now, without a full stop. */
  readonly what: string;
  /** What was, and what comes with it: sentences. */
  readonly was: string;
  /** For the table of what changed. */
  readonly change: { readonly name: string; readonly now: string; readonly was: string };
  /** Where the frame shows it. */
  readonly mark: ChangeByAct | null;
  /** null where nothing brings it back; then `was` says so. */
  readonly undo: Undo | null;
}
