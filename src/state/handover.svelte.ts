import { untrack } from 'svelte';
import type { ExportSize } from '../../worker/api.ts';
import type { ResetQuestion } from './replacements.ts';

export interface Messages {
  /** The address of a platform's page that Sign-in is to open; in no link, because it may hold a token. */
  readonly page: string;
  /** The call that stands ready in Requests is to be sent. */
  readonly send: true;
  /** A call that was made is to be shown, by its sequence in the platform's log. */
  readonly past: number;
  /** What is to be made in the portal. */
  readonly make: 'app' | 'project';
  /** A curl command is to be pasted in Requests. */
  readonly curl: true;
  /** Go to or run is to be opened. */
  readonly find: true;
  /** What the bar of a phone has no room for is to be shown. */
  readonly more: true;
  /** How the marks are read is to be shown. */
  readonly marks: true;
  /** The keys of the page are to be shown. */
  readonly keys: true;
  /** What is to be embedded in a page of somebody else, as a link of the playground says it. */
  readonly embed: string;
  /** Something runs, or was cut off by a reload: the rail is to show it. */
  readonly signs: true;
  /** A file that the person wants to look into, and perhaps to import. */
  readonly file: File;
  /** How large the export is that the person asked for, where that is much; or that it is one for `serve`. */
  readonly export: ExportSize | { readonly forServe: true };
  /** What is to be said before a reset. */
  readonly reset: ResetQuestion;
}

/** What one view hands to another. Each message is taken once, by the view that does what it says. */
export class Handover {
  #waiting = $state.raw<Partial<Messages>>({});

  give<K extends keyof Messages>(kind: K, message: Messages[K]): void {
    // Who gives may be an effect: what waits is none of its business.
    this.#waiting = { ...untrack(() => this.#waiting), [kind]: message };
  }

  /** Whether there is one that nobody has taken. */
  get waits(): boolean {
    return Object.values(this.#waiting).some((message: unknown) => message !== undefined);
  }

  take<K extends keyof Messages>(kind: K): Messages[K] | undefined {
    const message = this.#waiting[kind];
    if (message !== undefined) this.#waiting = { ...this.#waiting, [kind]: undefined };
    return message;
  }
}
