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

/** Milliseconds for which typing has to pause before it is kept. */
const pause = 300;

/** The receivers that are worked on: what was written and not saved, and what came of the last trial of each. */
export class ReceiverDesk implements OutlivesState, Interruptible {
  readonly #session: PageSession;
  #drafts: WrittenCodes = $state.raw(readDrafts());
  #trials: ReadonlyMap<string, Trial> = $state.raw(new Map());
  /** Whose secret is put in, and is checked with; empty for the App in use. */
  #appId = $state('');
  /** The last call that each had got when it was saved: what came before it ran other code. */
  readonly #callsBefore = new Map<string, number>();
  #unstored: ReturnType<typeof setTimeout> | null = null;

  constructor(session: PageSession) {
    this.#session = session;
    addEventListener('pagehide', () => this.#storeNow());
  }

  /** What somebody wrote is theirs, whatever becomes of the platform. */
  stateReplaced(): void {
    this.#trials = new Map();
    this.#callsBefore.clear();
  }

  interrupt(): undefined {
    this.#storeNow();
  }

  readonly apps: readonly AppKeys[] = $derived.by(() => keysIn(this.#session.world.vault));

  /** Whose consumer secret is used; null where the vault has none. */
  readonly app: AppKeys | null = $derived.by(
    () =>
      this.apps.find(({ appId }) => appId === this.#appId) ??
      this.apps.find(({ appId }) => appId === this.#session.app?.id) ??
      null,
  );

  readonly secrets: readonly string[] = $derived.by(() => this.apps.map(({ secret }) => secret));

  /** Puts its secret wherever that of another App of the vault stands. */
  useApp(host: string | null, saved: ReceiverView | null, appId: string): void {
    const before = this.app;
    this.#appId = appId;
    const { app } = this;
    if (!app || !before || before.secret === app.secret) return;
    const code = this.codeOf(host, saved);
    const start = this.startOf(code);
    this.write(host, saved, start ? this.codeFor(start) : code.replaceAll(before.secret, app.secret));
  }

  /** As it is being written; of a new one, to start with. */
  codeOf(host: string | null, saved: ReceiverView | null): string {
    return this.#drafts.get(host ?? '')?.code ?? saved?.code ?? this.codeFor(readyMade[0]!);
  }

  codeFor(start: ReadyMade): string {
    const other = this.apps.find((each) => each.appId !== this.app?.appId)?.secret;
    return codeFor(start, this.app?.secret ?? 'CONSUMER_SECRET', other);
  }

  /** Which it is as it came; null where something was changed. */
  startOf(code: string): ReadyMade | null {
    const secrets = [...this.secrets, 'CONSUMER_SECRET'];
    return readyMade.find((each) => secrets.some((secret) => isFilled(each, secret, code))) ?? null;
  }

  isUnsaved(host: string): boolean {
    return this.#drafts.has(host);
  }

  /** Whether it was saved from elsewhere since this was begun. */
  isOvertaken(host: string, saved: ReceiverView): boolean {
    const from = this.#drafts.get(host)?.from ?? null;
    return from !== null && from < saved.updatedAt;
  }

  write(host: string | null, saved: ReceiverView | null, code: string): void {
    const drafts = new Map(this.#drafts);
    const from = drafts.get(host ?? '')?.from ?? saved?.updatedAt ?? null;
    drafts.delete(host ?? ''); // the last one changed stands last
    if (code !== (saved?.code ?? this.codeFor(readyMade[0]!))) drafts.set(host ?? '', { code, from });
    this.#keep(drafts);
  }

  drop(host: string | null): void {
    const drafts = new Map(this.#drafts);
    if (drafts.delete(host ?? '')) this.#keep(drafts);
  }

  /** What this host's receiver did until now, it did with other code. */
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
