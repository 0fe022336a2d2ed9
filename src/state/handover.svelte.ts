import { untrack } from 'svelte';
import type { ExportSize } from '../../worker/api.ts';
import type { HarEntry } from '../har/read.ts';
import type { ResetQuestion } from './replacements.ts';

export interface Messages {
  /** The address of a platform page to open in Sign-in; not in a link, because it may contain a token. */
  readonly page: string;
  /** Send the call that is ready in Requests. */
  readonly send: true;
  /** Show an earlier call, by its sequence in the platform's log. */
  readonly past: number;
  /** Create this in the portal. */
  readonly make: 'app' | 'project';
  /** Paste a curl command in Requests. */
  readonly curl: true;
  /** Open Go to or run. */
  readonly find: true;
  /** Show what does not fit in a phone's bar. */
  readonly more: true;
  /** Show the meaning of the marks. */
  readonly marks: true;
  /** Show the keys of the page. */
  readonly keys: true;
  /** Show how to embed this in another site's page: a playground link. */
  readonly embed: string;
  /** Work is running, or was interrupted by a reload: show it on the rail. */
  readonly signs: true;
  /** A file to examine, and perhaps to import. */
  readonly file: File;
  /** A HAR file to open in Activity. */
  readonly har: File;
  /** An entry of a HAR file of this name to examine in the Doctor. */
  readonly diagnose: { readonly entry: HarEntry; readonly file: string };
  /** The size of a requested export, if it is large; or the request for the world in another form. */
  readonly export: ExportSize | { readonly as: 'scenario' | 'recipe' };
  /** A recipe from a link, packed; and what takes it out of the address when the person has decided. */
  readonly recipe: { readonly packed: string; readonly over: () => void };
  /** Ask this before a reset. */
  readonly reset: ResetQuestion;
}

/** Messages between views. Each message is taken once, by the view that acts on it. */
export class Handover {
  #waiting = $state.raw<Partial<Messages>>({});

  give<K extends keyof Messages>(kind: K, message: Messages[K]): void {
    // The giver may be an effect, which must not depend on the waiting messages.
    this.#waiting = { ...untrack(() => this.#waiting), [kind]: message };
  }

  /** Whether a message waits. */
  get waits(): boolean {
    return Object.values(this.#waiting).some((message: unknown) => message !== undefined);
  }

  take<K extends keyof Messages>(kind: K): Messages[K] | undefined {
    const message = this.#waiting[kind];
    if (message !== undefined) this.#waiting = { ...this.#waiting, [kind]: undefined };
    return message;
  }
}
