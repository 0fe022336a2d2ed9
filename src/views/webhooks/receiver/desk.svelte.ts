import type { ReceiverView } from '../../../../worker/api.ts';
import { codeFor, isFilled, readyMade } from '../../../receivers/ready-made.ts';
import type { ReadyMade } from '../../../receivers/ready-made.ts';
import type { OutlivesState, PageSession } from '../../../state/session.svelte.ts';
import type { Interruptible } from '../../../state/set-aside.ts';
import { readDrafts, storeDrafts } from './drafts.ts';
import type { WrittenCodes } from './drafts.ts';
import { keysIn } from '../vault/app-keys.ts';
import type { AppKeys } from '../vault/app-keys.ts';
import type { Trial } from './trial.ts';

/** How long typing must pause before it is saved, in ms. */
const pause = 300;

/** The receivers being edited: their unsaved code, and the last trial of each. */
export class ReceiverDesk implements OutlivesState, Interruptible {
  readonly #session: PageSession;
  #drafts: WrittenCodes = $state.raw(readDrafts());
  #trials: ReadonlyMap<string, Trial> = $state.raw(new Map());
  /** The App whose secret is inserted, and used in trials; empty for the App in use. */
  #appId = $state('');
  /** The last call of each receiver when it was saved: earlier calls ran other code. */
  readonly #callsBefore = new Map<string, number>();
  #unstored: ReturnType<typeof setTimeout> | null = null;

  constructor(session: PageSession) {
    this.#session = session;
    addEventListener('pagehide', () => this.#storeNow());
  }

  /** Written code belongs to the person: it stays, whatever happens to the platform. */
  stateReplaced(): void {
    this.#trials = new Map();
    this.#callsBefore.clear();
  }

  interrupt(): undefined {
    this.#storeNow();
  }

  readonly apps: readonly AppKeys[] = $derived.by(() => keysIn(this.#session.world.vault));

  /** The App whose consumer secret is used; null if the vault has none. */
  readonly app: AppKeys | null = $derived.by(
    () =>
      this.apps.find(({ appId }) => appId === this.#appId) ??
      this.apps.find(({ appId }) => appId === this.#session.app?.id) ??
      null,
  );

  readonly secrets: readonly string[] = $derived.by(() => this.apps.map(({ secret }) => secret));

  /** Replaces the secret of another App in the vault by this App's. */
  useApp(host: string | null, saved: ReceiverView | null, appId: string): void {
    const before = this.app;
    this.#appId = appId;
    const { app } = this;
    if (!app || !before || before.secret === app.secret) return;
    const code = this.codeOf(host, saved);
    const start = this.startOf(code);
    this.write(host, saved, start ? this.codeFor(start) : code.replaceAll(before.secret, app.secret));
  }

  /** The code in the editor; for a new receiver, the code to start with. */
  codeOf(host: string | null, saved: ReceiverView | null): string {
    return this.#drafts.get(host ?? '')?.code ?? saved?.code ?? this.codeFor(readyMade[0]!);
  }

  codeFor(start: ReadyMade): string {
    const other = this.apps.find((each) => each.appId !== this.app?.appId)?.secret;
    return codeFor(start, this.app?.secret ?? 'CONSUMER_SECRET', other);
  }

  /** Which ready-made program the code is; null if anything was changed. */
  startOf(code: string): ReadyMade | null {
    const secrets = [...this.secrets, 'CONSUMER_SECRET'];
    return readyMade.find((each) => secrets.some((secret) => isFilled(each, secret, code))) ?? null;
  }

  isUnsaved(host: string): boolean {
    return this.#drafts.has(host);
  }

  /** Whether it was saved elsewhere after this draft was begun. */
  isOvertaken(host: string, saved: ReceiverView): boolean {
    const from = this.#drafts.get(host)?.from ?? null;
    return from !== null && from < saved.updatedAt;
  }

  write(host: string | null, saved: ReceiverView | null, code: string): void {
    const drafts = new Map(this.#drafts);
    const from = drafts.get(host ?? '')?.from ?? saved?.updatedAt ?? null;
    drafts.delete(host ?? ''); // the last one changed is last
    if (code !== (saved?.code ?? this.codeFor(readyMade[0]!))) drafts.set(host ?? '', { code, from });
    this.#keep(drafts);
  }

  drop(host: string | null): void {
    const drafts = new Map(this.#drafts);
    if (drafts.delete(host ?? '')) this.#keep(drafts);
  }

  /** Calls of this host's receiver up to now ran other code. */
  saved(host: string, lastCall: number): void {
    this.#callsBefore.set(host, lastCall);
    this.#setTrial(host, null);
  }

  ranThis(host: string, call: number): boolean {
    return call > (this.#callsBefore.get(host) ?? 0);
  }

  trialOf(host: string): Trial | null {
    return this.#trials.get(host) ?? null;
  }

  tried(host: string, trial: Trial): void {
    this.#setTrial(host, trial);
  }

  #setTrial(host: string, trial: Trial | null): void {
    const trials = new Map(this.#trials);
    if (trial) trials.set(host, trial);
    else trials.delete(host);
    this.#trials = trials;
  }

  #keep(drafts: WrittenCodes): void {
    this.#drafts = drafts;
    this.#unstored ??= setTimeout(() => this.#storeNow(), pause);
  }

  #storeNow(): void {
    if (this.#unstored === null) return;
    clearTimeout(this.#unstored);
    this.#unstored = null;
    storeDrafts(this.#drafts);
  }
}
