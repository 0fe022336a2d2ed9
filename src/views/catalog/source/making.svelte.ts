import { ownCall, tokenOf } from '../../../call/own-call.ts';
import type { Answered } from '../../../call/own-call.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { FeedPlan } from './form.svelte.ts';

/** The created feed, or the one that runs again. `run`: the id of its run, if one was requested. */
export interface MadeFeed {
  readonly feed: string;
  readonly run: string | null;
}

/**
 * Creates a feed: adds its file, makes the signed call, and starts a run if requested. A failure does not undo the
 * steps before it.
 */
export class FeedMaking {
  readonly #session: PageSession;
  /** The step that is under way. */
  step = $state<'file' | 'call' | null>(null);
  /** The name of the file that is being added. */
  arriving = $state<string | null>(null);
  /** Why it was not created, as a sentence. */
  reason = $state('');
  /** The answer to the call, if it is a refusal. */
  refused = $state.raw<Answered | null>(null);
  /** The file that was already added: another try does not add it again. */
  #brought = $state.raw<{ readonly by: unknown; readonly name: string } | null>(null);

  constructor(session: PageSession) {
    this.#session = session;
  }

  stateReplaced(): void {
    this.refused = null;
  }

  /** null if it was not created, or cancelled. */
  make(plan: FeedPlan, catalogId: string, runs: boolean): Promise<MadeFeed | null> {
    return this.#withFile(plan, () => this.#create(plan, catalogId, runs));
  }

  /** Runs a feed that has this address already. null if its file was not added, or cancelled. */
  again(plan: FeedPlan, feed: string): Promise<MadeFeed | null> {
    return this.#withFile(plan, () => this.#run(feed));
  }

  async #withFile(plan: FeedPlan, then: () => Promise<MadeFeed | null>): Promise<MadeFeed | null> {
    if (this.step) return null;
    [this.reason, this.refused] = ['', null];
    try {
      this.step = 'file';
      await this.#bring(plan);
      this.step = 'call';
      const made = await then();
      if (made) this.#brought = null;
      return made;
    } catch (error) {
      // Cancelling is not a failure: the person did it.
      if (!(error instanceof Error && error.name === 'AbortError'))
        this.reason = error instanceof Error ? error.message : String(error);
      return null;
    } finally {
      [this.step, this.arriving] = [null, null];
    }
  }

  async cancel(): Promise<void> {
    if (this.arriving !== null) await this.#session.playground.cancelFile(this.arriving);
  }

  async #bring({ source, conduct }: FeedPlan): Promise<void> {
    const { playground } = this.#session;
    if (source.type === 'address') return;
    const by = source.type === 'file' ? source.file : JSON.stringify(source);
    const isThere =
      source.type === 'stored' || (this.#brought?.by === by && this.#brought.name === source.name);
    if (!isThere) {
      this.arriving = source.name;
      if (source.type === 'file') await playground.putFile(source.name, source.file);
      if (source.type === 'generate') await playground.generateFile(source.name, source.recipe);
      this.arriving = null;
      this.#brought = { by, name: source.name };
    }
    await playground.setFileConduct(source.name, conduct);
  }

  async #create({ call }: FeedPlan, catalogId: string, runs: boolean): Promise<MadeFeed | null> {
    const session = this.#session;
    const token = session.user && tokenOf(session, session.user.id);
    if (!token) {
      this.reason = 'The App in use holds no token of the acting user, and nobody else can sign this call.';
      return null;
    }
    const path = `/5/product_catalogs/${catalogId}/product_feeds`;
    const answered = await ownCall(session, token, { method: 'POST', path, body: call });
    if (answered.status !== 201) {
      this.refused = answered;
      this.reason =
        answered.status === null
          ? 'The connection was closed without an answer.'
          : `${answered.status}: ${answered.json.errors?.[0]?.message ?? 'no feed was made'}`;
      return null;
    }
    const { id: feed } = answered.json.data as { readonly id: string };
    return runs ? this.#run(feed) : { feed, run: null };
  }

  async #run(feed: string): Promise<MadeFeed> {
    const started = await this.#session.playground.do('feeds.run', feed);
    if (!started.ok) this.#session.notices.say(started.reason);
    return { feed, run: started.ok ? started.runId : null };
  }
}
