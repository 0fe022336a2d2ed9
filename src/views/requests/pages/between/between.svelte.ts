import { lastOf } from '../../../../../worker/api.ts';
import { ownCall, tokenOf } from '../../../../call/own-call.ts';
import type { Answered, AskedCall } from '../../../../call/own-call.ts';
import type { PageSession } from '../../../../state/session.svelte.ts';
import { isAdsList } from './ads.ts';
import * as ads from './ads.ts';
import * as api from './api.ts';
import { none } from './situation.ts';
import type { Change, Situation } from './situation.ts';

type Kind = 'insert' | 'delete';

/** The changes of a list between two of its pages, and their results. */
export class ChangesBetween {
  readonly #session: PageSession;
  /** How many changes were made. */
  turn = $state(0);
  busy = $state(false);
  /** The last change, as a sentence; null before the first. */
  said = $state<string | null>(null);
  wentWrong = $state(false);

  constructor(session: PageSession) {
    this.#session = session;
  }

  /** The change that would be made now. */
  async plan(situation: Situation, kind: Kind): Promise<Change> {
    const { cuts } = situation.comparison;
    if (cuts.length === 0) return none('The first page comes before.');
    const by = isAdsList(situation.endpointId) ? ads : api;
    const change = await (kind === 'insert' ? by.insertInto(situation) : by.deleteFrom(situation));
    if (change.kind !== 'calls' || this.#credential) return change;
    const { app, user } = this.#session;
    return none(
      `${app?.name ?? 'The App'} holds no token of @${user?.username ?? '?'}: nobody could make the call.`,
    );
  }

  /** Makes the change. Resolves when the platform has done it. */
  async act(change: Change, kind: Kind): Promise<void> {
    if (this.busy || change.kind === 'none') return;
    this.busy = true;
    this.turn++;
    try {
      if (change.kind === 'commands') await this.#command(change.commands, kind);
      else await this.#call(change.calls);
    } catch (cause) {
      this.#say(cause instanceof Error ? cause.message : String(cause), true);
    } finally {
      this.busy = false;
    }
  }

  /** Starts with another list. */
  forget(): void {
    this.said = null;
    this.wentWrong = false;
  }

  get #credential() {
    const { user } = this.#session;
    return user ? tokenOf(this.#session, user.id) : null;
  }

  async #command(commands: Extract<Change, { kind: 'commands' }>['commands'], kind: Kind): Promise<void> {
    let done = 0;
    for (const command of commands) {
      const result = await command();
      if (!result.ok) return this.#say(result.reason ?? 'It was refused.', true);
      done++;
    }
    const what = `${done} ${done === 1 ? 'was' : 'were'} ${kind === 'insert' ? 'made' : 'deleted'}`;
    this.#say(`Done outside the API: ${what}.`, false);
  }

  async #call(all: readonly AskedCall[]): Promise<void> {
    const answers: Answered[] = [];
    const credential = this.#credential;
    const [first] = all;
    if (!credential || !first) return;
    for (const asked of all) {
      const answered = await ownCall(this.#session, credential, asked);
      answers.push(answered);
      if (answered.status === null || answered.status >= 300) break;
    }
    const { method, path } = first;
    const last = lastOf(answers);
    const isRefused = last.status === null || last.status >= 300;
    const statuses = answers.map(({ status }) => status ?? 'no answer').join(', ');
    const why = isRefused ? (last.json.detail ?? last.json.errors?.[0]?.message ?? '') : (last.left ?? '');
    this.#say(`${method} ${path}: ${statuses}${why === '' ? '' : `, ${why}`}.`, isRefused);
  }

  #say(what: string, isWrong: boolean): void {
    this.said = what;
    this.wentWrong = isWrong;
  }
}
