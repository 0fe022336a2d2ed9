import type { Standing } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { ownCall, tokenOf } from '../../../call/own-call.ts';
import type { Answered, AskedCall } from '../../../call/own-call.ts';
import type { Figures, ShownPost } from './shown-posts.ts';

/** The most acts that the list keeps. */
export const mostActs = 50;

/** One action of the client: what the log does not know about its call. */
export interface Act {
  /** The sequence of its exchange in the log. */
  readonly sequence: number;
  /**
   * "@mira_holm liked a post of @jonas_berg". It names the user, so that it stays true when the acting user changes.
   */
  readonly title: string;
  /** What it read, as "timeline"; null if it changed something. */
  readonly reads: string | null;
  readonly asked: AskedCall;
  /** "2 found", or why it was refused; empty if the answer says neither. */
  readonly said: string;
  /** "like_count 11 → 12"; empty if nothing is to be shown. */
  readonly changed: string;
  /** The post that it concerned. */
  readonly postId: string | null;
}

/** The acting user's marks on a post. */
export interface Marks {
  readonly liked: boolean;
  readonly reposted: boolean;
  readonly bookmarked: boolean;
}

/** Details about a call for the list of acts. */
interface Told {
  /** The post that it concerns. */
  readonly about?: ShownPost | null;
  /** What it reads. */
  readonly reads?: string;
}

function saidIn({ method }: AskedCall, { status, json }: Answered): string {
  if (status === null) return 'the connection was closed without an answer';
  if (status >= 300) return json.detail ?? json.errors?.[0]?.message ?? '';
  const count = json.meta?.result_count;
  return method !== 'GET' || count === undefined ? '' : `${count} found`;
}

const noMarks: Marks = { liked: false, reposted: false, bookmarked: false };

/** The small client: acts as a user through signed calls of the App in use, and remembers each call. */
export class WorldClient {
  readonly session: PageSession;
  acts = $state.raw<readonly Act[]>([]);
  /** The selected post, whose acts are shown. */
  postId = $state<string | null>(null);
  /** The username of its author. */
  author = $state<string | null>(null);
  /** Set while its calls should be brought into view. */
  showsCalls = $state(false);
  /** The marks of users on the shown posts, by the ids of both. */
  marks = $state.raw<ReadonlyMap<string, Marks>>(new Map());
  /** Figures that changed after the posts were read. */
  figures = $state.raw<ReadonlyMap<string, Figures>>(new Map());
  /** Posts that were deleted after they were read. */
  gone = $state.raw<ReadonlySet<string>>(new Set());
  /** The id of the list entry that is being replied to. */
  replyTo = $state<string | null>(null);
  /** The typed text, by author and by the post that it replies to. */
  #drafts = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** Counts, by user id, the actions that change what that user is shown. */
  #moves = $state.raw<ReadonlyMap<string, number>>(new Map());
  #posting = $state(0);

  constructor(session: PageSession) {
    this.session = session;
  }

  /** Asks to show the calls for a post. */
  showCalls(post: ShownPost): void {
    this.select(post);
    this.showsCalls = true;
  }

  select({ id, author }: ShownPost): void {
    this.postId = id;
    this.author = author.username;
  }

  /** The token that acts; null if the App in use has none of the acting user. */
  get credential() {
    const { user } = this.session;
    return user ? tokenOf(this.session, user.id) : null;
  }

  /** Whether a post written here is being sent. */
  get isPosting(): boolean {
    return this.#posting > 0;
  }

  /** The number of the acting user's actions that change what they are shown. */
  get moves(): number {
    return this.#moves.get(this.#userId) ?? 0;
  }

  /** Counts such an action of the user who made it, who may no longer be the acting user. */
  moved(userId: string): void {
    this.#moves = new Map([...this.#moves, [userId, (this.#moves.get(userId) ?? 0) + 1]]);
  }

  get #userId(): string {
    return this.session.user?.id ?? '';
  }

  /**
   * Makes a call as the acting user and remembers it; `verb` says what the user did. Null if there is no token to call
   * with.
   */
  async call(verb: string, asked: AskedCall, { about = null, reads }: Told = {}): Promise<Answered | null> {
    const { credential } = this;
    const { user } = this.session;
    if (!credential || !user) return null;
    const before = about ? this.figuresOf(about) : null;
    const answered = await ownCall(this.session, credential, asked);
    const changed = about && before ? await this.#lookAgain(about, before) : '';
    this.acts = [
      {
        sequence: answered.exchange.sequence,
        title: `@${user.username} ${verb}`,
        reads: reads ?? null,
        asked,
        said: saidIn(asked, answered),
        changed,
        postId: about?.id ?? null,
      },
      ...this.acts,
    ].slice(0, mostActs);
    return answered;
  }

  figuresOf = (post: ShownPost): Figures => this.figures.get(post.id) ?? post.figures;

  marksOf = (post: ShownPost): Marks => this.marks.get(this.#markKey(post.id)) ?? noMarks;

  #markKey(postId: string): string {
    return `${this.#userId} ${postId}`;
  }

  /** A user's marks on these posts, in the form of `marks`. */
  async marksOn(posts: readonly ShownPost[], userId: string): Promise<ReadonlyMap<string, Marks>> {
    if (posts.length === 0) return new Map();
    const ids = posts.map(({ id }) => id);
    const { liked, reposted, bookmarked } = await this.session.playground.ask(
      'explorer.marks',
      userId,
      ids.join(','),
    );
    const markOf = (id: string): Marks => ({
      liked: liked.includes(id),
      reposted: reposted.includes(id),
      bookmarked: bookmarked.includes(id),
    });
    return new Map(ids.map((id) => [`${userId} ${id}`, markOf(id)]));
  }

  /** Stores what was read: it is newer than what was known of these posts. */
  learn(posts: readonly ShownPost[], marks: ReadonlyMap<string, Marks>): void {
    const read = new Set(posts.map(({ id }) => id));
    this.marks = new Map([...this.marks, ...marks]);
    this.figures = new Map([...this.figures].filter(([id]) => !read.has(id)));
    this.gone = new Set([...this.gone].filter((id) => !read.has(id)));
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

  #own(rest: string): string {
    return `/2/users/${this.session.user!.id}/${rest}`;
  }

  /** Likes, reposts or bookmarks a post, or undoes that. */
  async toggle(post: ShownPost, what: 'liked' | 'reposted' | 'bookmarked'): Promise<void> {
    const path = { liked: 'likes', reposted: 'reposts', bookmarked: 'bookmarks' }[what];
    const key = this.#markKey(post.id);
    const isOn = this.marksOf(post)[what];
    this.select(post);
    const verb = isOn
      ? {
          liked: 'took back a like of',
          reposted: 'took back a repost of',
          bookmarked: 'removed the bookmark of',
        }[what]
      : { liked: 'liked', reposted: 'reposted', bookmarked: 'bookmarked' }[what];
    const answered = await this.call(
      `${verb} a post of @${post.author.username}`,
      isOn
        ? { method: 'DELETE', path: this.#own(`${path}/${post.id}`) }
        : { method: 'POST', path: this.#own(path), body: { post_id: post.id } },
      { about: post },
    );
    if (answered?.status === 200)
      this.marks = new Map([...this.marks, [key, { ...(this.marks.get(key) ?? noMarks), [what]: !isOn }]]);
  }

  /** The acting user's typed text: a reply to a post, or a new post for null. */
  draftOf(replyTo: ShownPost | null): string {
    return this.#drafts.get(this.#draftKey(replyTo)) ?? '';
  }

  type(text: string, replyTo: ShownPost | null): void {
    this.#drafts = new Map([...this.#drafts, [this.#draftKey(replyTo), text]]);
  }

  #draftKey(replyTo: ShownPost | null): string {
    return `${this.#userId} ${replyTo?.id ?? ''}`;
  }

  /** Posts the typed text. True if that succeeded. Otherwise the text stays, as does text typed meanwhile. */
  async post(replyTo: ShownPost | null): Promise<boolean> {
    this.#posting += 1;
    try {
      return await this.#post(replyTo);
    } finally {
      this.#posting -= 1;
    }
  }

  async #post(replyTo: ShownPost | null): Promise<boolean> {
    const userId = this.#userId;
    const key = this.#draftKey(replyTo);
    const text = this.draftOf(replyTo);
    const answered = await this.call(
      replyTo ? `replied to @${replyTo.author.username}` : 'posted',
      {
        method: 'POST',
        path: '/2/posts',
        body: { text, ...(replyTo && { reply: { in_reply_to_post_id: replyTo.id } }) },
      },
      { about: replyTo },
    );
    if (answered?.status !== 201) return false;
    if (this.#drafts.get(key) === text) this.#drafts = new Map([...this.#drafts, [key, '']]);
    this.moved(userId);
    return true;
  }

  async remove(post: ShownPost): Promise<void> {
    const answered = await this.call(
      'deleted a post',
      { method: 'DELETE', path: `/2/posts/${post.id}` },
      { about: post },
    );
    if (answered?.status === 200) this.gone = new Set([...this.gone, post.id]);
  }

  follow(other: { readonly id: string; readonly username: string }, isOn: boolean): Promise<Answered | null> {
    return this.#relate(other, isOn, 'following', ['unfollowed', 'followed']);
  }

  mute(other: { readonly id: string; readonly username: string }, isOn: boolean): Promise<Answered | null> {
    return this.#relate(other, isOn, 'muting', ['unmuted', 'muted']);
  }

  async #relate(
    { id, username }: { readonly id: string; readonly username: string },
    isOn: boolean,
    path: 'following' | 'muting',
    [undone, done]: readonly [string, string],
  ): Promise<Answered | null> {
    const userId = this.#userId;
    const answered = await this.call(
      `${isOn ? undone : done} @${username}`,
      isOn
        ? { method: 'DELETE', path: this.#own(`${path}/${id}`) }
        : { method: 'POST', path: this.#own(path), body: { target_user_id: id } },
    );
    if (answered?.status === 200) this.moved(userId);
    return answered;
  }
}
