import { longestPost } from '../../../../../worker/api.ts';
import type { StreamFinding } from '../../../../../worker/api.ts';
import { tokenOf } from '../../../../call/own-call.ts';
import type { PageSession } from '../../../../state/session.svelte.ts';
import { callAs } from './own-calls.ts';
import type { RefusedCall } from './own-calls.ts';

/** A post that was made while the stream was shown. */
export interface MadePost {
  readonly username: string;
  /** Which rules match it; null if unknown. */
  readonly finding: StreamFinding | null;
}

/** A post that is written beside the stream of an App. */
export class PostDesk {
  readonly #session: PageSession;
  readonly #appId: string;
  #userId = $state('');
  text = $state('');
  busy = $state(false);
  /** The last post that was made, until other text is typed. */
  made = $state.raw<MadePost | null>(null);
  refused = $state.raw<RefusedCall | null>(null);
  /** Why there was no answer, as a sentence. */
  failed = $state('');
  readonly length: number = $derived([...this.text].length);
  readonly user = $derived.by(() => this.#chosen());
  readonly credential = $derived.by(() =>
    this.user ? tokenOf(this.#session, this.user.id, this.#appId) : null,
  );
  readonly canPost: boolean = $derived(
    this.length > 0 && this.length <= longestPost && this.credential !== null && !this.busy,
  );

  constructor(session: PageSession, appId: string) {
    this.#session = session;
    this.#appId = appId;
  }

  /** The user who was chosen here, else the acting user. */
  #chosen() {
    const { world, user } = this.#session;
    return world.users.find(({ id }) => id === this.#userId) ?? user;
  }

  choose(userId: string): void {
    this.#userId = userId;
    this.refused = null;
  }

  type(text: string): void {
    this.text = text;
    this.made = null;
  }

  /** Asks which rules would match it. This sends no call and counts nothing. */
  find(): Promise<StreamFinding | null> {
    const { user, text } = this;
    if (!user || text.trim() === '') return Promise.resolve(null);
    return this.#session.playground.ask('stream.finding', this.#appId, user.id, text);
  }

  /** Posts it by a signed call of the user. If that is refused, the text stays. */
  async post(): Promise<void> {
    const { canPost, credential, user, text } = this;
    if (!canPost || !credential || !user) return;
    this.busy = true;
    this.made = this.refused = null;
    this.failed = '';
    try {
      const finding = await this.find();
      const asked = { method: 'POST', path: '/2/posts', body: { text } } as const;
      const { refused } = await callAs(this.#session, credential, asked);
      this.refused = refused;
      if (refused) return;
      this.made = { username: user.username, finding };
      if (this.text === text) this.text = '';
    } catch (cause) {
      this.failed = cause instanceof Error ? cause.message : String(cause);
    } finally {
      this.busy = false;
    }
  }
}
