import { isRecord } from '../../../../../worker/api.ts';
import type { Exchange, RuleInForce, TriedRule } from '../../../../../worker/api.ts';
import { appTokenOf } from '../../../../call/own-call.ts';
import type { Answered } from '../../../../call/own-call.ts';
import type { PageSession } from '../../../../state/session.svelte.ts';
import { callAs } from './own-calls.ts';
import type { RefusedCall } from './own-calls.ts';

const path = '/2/posts/search/stream/rules';

/** The API's answer to a dry run of a rule. */
export interface DryRun {
  /** The number of rules that it would have added. */
  readonly created: number;
  /** Its objections to the others, from the answer. */
  readonly errors: readonly string[];
  readonly exchange: Exchange;
}

/** The rules of the App whose stream is shown: one that is being typed, and calls that add, try and delete rules. */
export class RuleDesk {
  readonly #session: PageSession;
  readonly #appId: string;
  value = $state('');
  tag = $state('');
  busy = $state(false);
  refused = $state.raw<RefusedCall | null>(null);
  /** The API's objections to the rule that was sent, from the answer. */
  errors = $state.raw<readonly string[]>([]);
  dryRun = $state.raw<DryRun | null>(null);
  /** Why there was no answer, as a sentence. */
  failed = $state('');
  readonly credential = $derived.by(() => appTokenOf(this.#session, this.#appId));
  readonly isWritten: boolean = $derived(this.value.trim() !== '');
  #again: () => Promise<void> = () => Promise.resolve();

  constructor(session: PageSession, appId: string) {
    this.#session = session;
    this.#appId = appId;
  }

  /** Sends the refused call again. */
  again = (): Promise<void> => this.#again();

  type(value: string): void {
    this.value = value;
    this.#forget();
  }

  /** Evaluates the typed rule. This sends no call and counts nothing. */
  tryIt(): Promise<TriedRule | null> {
    return this.isWritten
      ? this.#session.playground.ask('stream.tryRule', this.#appId, this.value)
      : Promise.resolve(null);
  }

  /** True if it was added. */
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

  /** True if it was deleted. */
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

  /** null if it was refused, or there was no answer. */
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

/** A successful call may still have errors for some of its rules. */
const errorsIn = ({ json }: Answered): readonly string[] => (json.errors ?? []).map(({ message }) => message);

function createdIn(meta: unknown): number {
  const summary = isRecord(meta) ? meta['summary'] : null;
  const created = isRecord(summary) ? summary['created'] : null;
  return typeof created === 'number' ? created : 0;
}
