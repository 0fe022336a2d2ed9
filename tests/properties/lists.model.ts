/** Lists, pins and bookmarks as sets: the expected results of reads, for any caller. */

export interface ModelList {
  readonly id: string;
  readonly owner: string;
  isPrivate: boolean;
  /** In the order in which they were added. */
  members: string[];
  followers: Set<string>;
}

export interface ModelPost {
  readonly id: string;
  readonly author: string;
}

/** Each method returns the status of the call. */
export class Model {
  readonly lists = new Map<string, ModelList>();
  readonly posts = new Map<string, ModelPost>();
  /** By user, in the order in which they were added: ids of lists, of posts. */
  readonly pins = new Map<string, string[]>();
  readonly bookmarks = new Map<string, string[]>();
  /** The followers of the protected user. */
  readonly followers: Set<string>;

  constructor(
    readonly people: readonly string[],
    readonly shy: string,
  ) {
    this.followers = new Set(people.filter((each) => each !== shy));
  }

  visible(id: string, viewer: string | null): ModelList | undefined {
    const list = this.lists.get(id);
    return list && (!list.isPrivate || list.owner === viewer) ? list : undefined;
  }

  seesPostsOf(author: string, viewer: string | null): boolean {
    return author !== this.shy || author === viewer || (viewer !== null && this.followers.has(viewer));
  }

  /** 200 if it belongs to the actor, after `change`. */
  #owned(id: string, actor: string, change: (list: ModelList) => void): number {
    const list = this.visible(id, actor);
    if (!list) return 404;
    if (list.owner !== actor) return 403;
    change(list);
    return 200;
  }

  setPrivate = (actor: string, id: string, isPrivate: boolean): number =>
    this.#owned(id, actor, (list) => {
      if (isPrivate && !list.isPrivate) {
        list.followers.clear();
        for (const [user, pinned] of this.pins) if (user !== actor) drop(pinned, id);
      }
      list.isPrivate = isPrivate;
    });

  remove = (actor: string, id: string): number =>
    this.#owned(id, actor, () => {
      this.lists.delete(id);
      for (const pinned of this.pins.values()) drop(pinned, id);
    });

  add = (actor: string, id: string, user: string): number =>
    this.#owned(id, actor, ({ members }) => put(members, user));

  takeOff = (actor: string, id: string, user: string): number =>
    this.#owned(id, actor, ({ members }) => drop(members, user));

  follow(actor: string, id: string): number {
    const list = this.visible(id, actor);
    if (!list || list.owner === actor) return 400;
    list.followers.add(actor);
    return 200;
  }

  unfollow(actor: string, id: string): number {
    const list = this.visible(id, actor);
    if (!list) return 404;
    if (list.followers.delete(actor)) drop(this.pinsOf(actor), id);
    return 200;
  }

  pin(actor: string, id: string): number {
    const list = this.visible(id, actor);
    if (!list) return 400;
    if (list.owner !== actor && !list.followers.has(actor)) return 403;
    const pinned = this.pinsOf(actor);
    if (!pinned.includes(id) && pinned.length === 5) return 400;
    put(pinned, id);
    return 200;
  }

  unpin(actor: string, id: string): number {
    if (!this.visible(id, actor)) return 404;
    drop(this.pinsOf(actor), id);
    return 200;
  }

  deletePost(actor: string, id: string): number {
    const post = this.posts.get(id);
    if (!post) return 404;
    if (post.author !== actor) return 403;
    this.posts.delete(id);
    for (const kept of this.bookmarks.values()) drop(kept, id);
    return 200;
  }

  bookmark(actor: string, id: string): number {
    const post = this.posts.get(id);
    if (!post) return 400;
    if (!this.seesPostsOf(post.author, actor)) return 403;
    put(this.bookmarksOf(actor), id);
    return 200;
  }

  unbookmark(actor: string, id: string): number {
    if (!this.posts.has(id)) return 404;
    drop(this.bookmarksOf(actor), id);
    return 200;
  }

  pinsOf = (user: string): string[] => of(this.pins, user);
  bookmarksOf = (user: string): string[] => of(this.bookmarks, user);
}

function of(all: Map<string, string[]>, user: string): string[] {
  if (!all.has(user)) all.set(user, []);
  return all.get(user)!;
}

const put = (all: string[], one: string): void => {
  if (!all.includes(one)) all.push(one);
};

const drop = (all: string[], one: string): void => {
  if (all.includes(one)) all.splice(all.indexOf(one), 1);
};
