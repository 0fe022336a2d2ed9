import type { Standing } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { ownCall, tokenOf } from '../../../call/own-call.ts';
import type { Answered, AskedCall } from '../../../call/own-call.ts';
import type { Figures, ShownPost } from './shown-posts.ts';

/** Acts that the list keeps. */
const mostActs = 50;

/** One thing that the client did, with the call that it made. */
export interface Act {
  readonly number: number;
  /** "You liked a post of @jonas_berg". */
  readonly title: string;
  /** Epoch ms of the platform. */
  readonly at: number;
  readonly asked: AskedCall;
  readonly answered: Answered;
  /** "like_count 11 → 12"; empty where nothing is told. */
  readonly changed: string;
  /** The post that it was about. */
  readonly postId: string | null;
}

/** What the acting user did with a post. */
export interface Marks {
  readonly liked: boolean;
  readonly reposted: boolean;
  readonly bookmarked: boolean;
}

const noMarks: Marks = { liked: false, reposted: false, bookmarked: false };

/** The small client: acts as a user by signed calls of the App in use, and remembers each of them. */
export class WorldClient {
  readonly session: PageSession;
  acts = $state.raw<readonly Act[]>([]);
  /** The post that stands out, with the acts about it. */
  postId = $state<string | null>(null);
  /** The username of its author. */
  author = $state<string | null>(null);
  /** Whether its calls are to be shown: until they are. */
  showsCalls = $state(false);
  /** What the acting user did with the posts that are shown. */
  marks = $state.raw<ReadonlyMap<string, Marks>>(new Map());
  /** Figures that have changed since the posts were read. */
  figures = $state.raw<ReadonlyMap<string, Figures>>(new Map());
  /** Posts that are gone since. */
  gone = $state.raw<ReadonlySet<string>>(new Set());
  /** What is being typed as a new post, and to whom it replies. */
  draft = $state('');
  replyTo = $state.raw<ShownPost | null>(null);
  /** Counts up when something was said that a timeline would show. */
  said = $state(0);
  #number = 0;

  constructor(session: PageSession) {
    this.session = session;
  }

  /** Has the calls for a post shown. */
  showCalls(post: ShownPost): void {
    this.select(post);
    this.showsCalls = true;
  }

  select({ id, author }: ShownPost): void {
    this.postId = id;
    this.author = author.username;
  }

  /** The token that acts; null where the App in use holds none of the acting user. */
  get credential() {
    const { user } = this.session;
    return user ? tokenOf(this.session, user.id) : null;
  }

  /** Calls as the acting user and remembers it. Null where there is no token to call with. */
  async call(title: string, asked: AskedCall, about: ShownPost | null = null): Promise<Answered | null> {
    const { credential } = this;
    if (!credential) return null;
    const before = about ? this.figuresOf(about) : null;
    const answered = await ownCall(this.session, credential, asked);
    const changed = about && before ? await this.#lookAgain(about, before) : '';
    this.acts = [
      {
        number: ++this.#number,
        title,
        at: answered.exchange.at,
        asked,
        answered,
        changed,
        postId: about?.id ?? null,
      },
      ...this.acts,
    ].slice(0, mostActs);
    return answered;
  }

  figuresOf = (post: ShownPost): Figures => this.figures.get(post.id) ?? post.figures;

  marksOf = (post: ShownPost): Marks => this.marks.get(post.id) ?? noMarks;

  /** What the acting user did with these posts. */
  async marksOn(posts: readonly ShownPost[]): Promise<ReadonlyMap<string, Marks>> {
    const { user } = this.session;
    if (!user || posts.length === 0) return new Map();
    const ids = posts.map(({ id }) => id);
    const { liked, reposted, bookmarked } = await this.session.playground.ask(
      'explorer.marks',
      user.id,
      ids.join(','),
    );
    const markOf = (id: string): Marks => ({
      liked: liked.includes(id),
      reposted: reposted.includes(id),
      bookmarked: bookmarked.includes(id),
    });
    return new Map(ids.map((id) => [id, markOf(id)]));
  }

  /** Takes what was read of posts; `again`: in place of all that was known. */
  learn(marks: ReadonlyMap<string, Marks>, again: boolean): void {
    this.marks = again ? marks : new Map([...this.marks, ...marks]);
    this.figures = again ? new Map() : new Map([...this.figures].filter(([id]) => !marks.has(id)));
    if (again) this.gone = new Set();
  }

  between(otherId: string): Promise<Standing> {
    return this.session.playground.ask('explorer.between', this.session.user!.id, otherId);
  }

  async #lookAgain(post: ShownPost, before: Figures): Promise<string> {
    const row = await this.session.playground.ask('explorer.look', 'posts', post.id);
    if (!row) {
      this.gone = new Set([...this.gone, post.id]);
      return 'the post is gone';
    }
    const after = row['public_metrics'] as Figures;
    this.figures = new Map([...this.figures, [post.id, after]]);
    const names = Object.keys(before) as (keyof Figures)[];
    return names
      .filter((name) => before[name] !== after[name])
      .map((name) => `${name} ${before[name]} → ${after[name]}`)
      .join(', ');
  }

  async #mark(post: ShownPost, mark: Partial<Marks>): Promise<void> {
    this.marks = new Map([...this.marks, [post.id, { ...this.marksOf(post), ...mark }]]);
    await Promise.resolve();
  }

  #own(rest: string): string {
    return `/2/users/${this.session.user!.id}/${rest}`;
  }

  /** Likes, reposts or bookmarks a post, or takes that back. */
  async toggle(post: ShownPost, what: 'liked' | 'reposted' | 'bookmarked'): Promise<void> {
    const path = { liked: 'likes', reposted: 'reposts', bookmarked: 'bookmarks' }[what];
    const isOn = this.marksOf(post)[what];
    this.select(post);
    const verb = isOn
      ? { liked: 'took your like back from', reposted: 'took your repost back from', bookmarked: 'forgot' }[
          what
        ]
      : { liked: 'liked', reposted: 'reposted', bookmarked: 'bookmarked' }[what];
    const answered = await this.call(
      `You ${verb} a post of @${post.author.username}`,
      isOn
        ? { method: 'DELETE', path: this.#own(`${path}/${post.id}`) }
        : { method: 'POST', path: this.#own(path), body: { post_id: post.id } },
      post,
    );
    if (answered?.status === 200) await this.#mark(post, { [what]: !isOn });
  }

  /** Posts what was typed. True when it was made; otherwise nothing of it is lost. */
  async post(): Promise<boolean> {
    const { replyTo } = this;
    const text = this.draft;
    const answered = await this.call(
      replyTo ? `You replied to @${replyTo.author.username}` : 'You posted',
      {
        method: 'POST',
        path: '/2/posts',
        body: { text, ...(replyTo && { reply: { in_reply_to_post_id: replyTo.id } }) },
      },
      replyTo,
    );
    if (answered?.status !== 201) return false;
    this.draft = '';
    this.replyTo = null;
    this.said++;
    return true;
  }

  async remove(post: ShownPost): Promise<void> {
    const answered = await this.call(
      'You deleted a post',
      { method: 'DELETE', path: `/2/posts/${post.id}` },
      post,
    );
    if (answered?.status === 200) this.gone = new Set([...this.gone, post.id]);
  }

  follow(other: { readonly id: string; readonly username: string }, isOn: boolean): Promise<Answered | null> {
    return this.#relate(other, isOn, 'following', ['unfollowed', 'followed']);
  }

  mute(other: { readonly id: string; readonly username: string }, isOn: boolean): Promise<Answered | null> {
    return this.#relate(other, isOn, 'muting', ['unmuted', 'muted']);
  }

  #relate(
    { id, username }: { readonly id: string; readonly username: string },
    isOn: boolean,
    path: 'following' | 'muting',
    [undone, done]: readonly [string, string],
  ): Promise<Answered | null> {
    return this.call(
      `You ${isOn ? undone : done} @${username}`,
      isOn
        ? { method: 'DELETE', path: this.#own(`${path}/${id}`) }
        : { method: 'POST', path: this.#own(path), body: { target_user_id: id } },
    );
  }
}
