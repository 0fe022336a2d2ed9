import { isRecord } from '../../../../../worker/api.ts';
import type { Exchange, RuleInForce, TriedRule } from '../../../../../worker/api.ts';
import { appTokenOf } from '../../../../call/own-call.ts';
import type { Answered } from '../../../../call/own-call.ts';
import type { PageSession } from '../../../../state/session.svelte.ts';
import { callAs } from './own-calls.ts';
import type { RefusedCall } from './own-calls.ts';

const path = '/2/posts/search/stream/rules';

/** What the API answered to a rule that it was only to try. */
export interface DryRun {
  /** Rules that it would have added. */
  readonly created: number;
  /** What it has against the others, as its answer says it. */
  readonly errors: readonly string[];
  readonly exchange: Exchange;
}

/** The rules of the App whose stream is watched: one that is written, and calls that add, try and delete. */
export class RuleDesk {
  readonly #session: PageSession;
  readonly #appId: string;
  value = $state('');
  tag = $state('');
  busy = $state(false);
  refused = $state.raw<RefusedCall | null>(null);
  /** What the API has against the rule that was sent, as its answer says it. */
  errors = $state.raw<readonly string[]>([]);
  dryRun = $state.raw<DryRun | null>(null);
  /** Why there is no answer at all, as a sentence. */
  failed = $state('');
  readonly credential = $derived.by(() => appTokenOf(this.#session, this.#appId));
  readonly isWritten: boolean = $derived(this.value.trim() !== '');
  #again: () => Promise<void> = () => Promise.resolve();

  constructor(session: PageSession, appId: string) {
    this.#session = session;
    this.#appId = appId;
  }

  /** Sends what was refused again. */
  again = (): Promise<void> => this.#again();

  type(value: string): void {
    this.value = value;
    this.#forget();
  }

  /** Judges the rule that is written: a question, which sends nothing and counts nothing. */
  tryIt(): Promise<TriedRule | null> {
    return this.isWritten
      ? this.#session.playground.ask('stream.tryRule', this.#appId, this.value)
      : Promise.resolve(null);
  }

  /** True when it was added. */
  async add(): Promise<boolean> {
    const { value, tag } = this;
    if (!(await this.#add({ value, tag }))) return false;
    if (this.value === value) this.value = this.tag = '';
    return true;
  }

  /** Has the API try it: one call, which counts, and adds nothing. */
  async dry(): Promise<void> {
    const { value, tag } = this;
    const answered = await this.#change(added({ value, tag }), true, () => this.dry());
    if (answered)
      this.dryRun = {
        created: createdIn(answered.json.meta),
        errors: errorsIn(answered),
        exchange: answered.exchange,
      };
  }

  /** True when it is gone. */
  async remove(rule: RuleInForce): Promise<boolean> {
    const body = { delete: { ids: [rule.id] } };
    const answered = await this.#change(body, false, async () => void (await this.remove(rule)));
    if (!answered) return false;
    this.errors = errorsIn(answered);
    if (this.errors.length > 0) return false;
    this.#session.notices.say(`The rule ${rule.tag || rule.value} was deleted.`, {
      label: 'Undo',
      run: () => void this.#add(rule),
    });
    return true;
  }

  async #add(rule: Pick<RuleInForce, 'value' | 'tag'>): Promise<boolean> {
    const answered = await this.#change(added(rule), false, async () => void (await this.#add(rule)));
    if (!answered) return false;
    this.errors = errorsIn(answered);
    return this.errors.length === 0;
  }

  /** null where it was refused, or there is no answer. */
  async #change(body: object, isDry: boolean, again: () => Promise<void>): Promise<Answered | null> {
    const { credential } = this;
    if (!credential || this.busy) return null;
    this.#forget();
    this.busy = true;
    this.#again = again;
    const query = isDry ? { dry_run: 'true' } : {};
    try {
      const { answered, refused } = await callAs(this.#session, credential, {
        ...{ method: 'POST', path, query, body },
      });
      this.refused = refused;
      return refused ? null : answered;
    } catch (cause) {
      this.failed = cause instanceof Error ? cause.message : String(cause);
      return null;
    } finally {
      this.busy = false;
    }
  }

  #forget(): void {
    this.refused = this.dryRun = null;
    this.errors = [];
    this.failed = '';
  }
}

const added = ({ value, tag }: Pick<RuleInForce, 'value' | 'tag'>): object => ({
  add: [{ value, ...(tag !== '' && { tag }) }],
});

/** A call that is answered may still have something against the rules that it was given. */
const errorsIn = ({ json }: Answered): readonly string[] => (json.errors ?? []).map(({ message }) => message);

function createdIn(meta: unknown): number {
  const summary = isRecord(meta) ? meta['summary'] : null;
  const created = isRecord(summary) ? summary['created'] : null;
  return typeof created === 'number' ? created : 0;
}
