import type { PageSession } from '../../../state/session.svelte.ts';
import { WorldClient } from './client.svelte.ts';
import { MessagesRead } from './messages-read.svelte.ts';
import { PostPages } from './post-pages.svelte.ts';
import type { PostList } from './post-pages.svelte.ts';

/** The most visits that are remembered. */
const most = 30;

/** What the client has read, by user. A repeated visit shows that, and uses none of the acting user's calls. */
export class Visits {
  readonly #session: PageSession;
  readonly #client: WorldClient;
  readonly #posts = new Map<string, PostPages>();
  readonly #messages = new Map<string, MessagesRead>();

  constructor(session: PageSession) {
    this.#session = session;
    this.#client = session.keep(WorldClient);
  }

  posts(list: PostList): PostPages {
    return this.#once(this.#posts, list.path, () => new PostPages(this.#client, list));
  }

  /** `conversation`: its id; null for the latest messages of all. */
  messages(conversation: string | null): MessagesRead {
    return this.#once(this.#messages, conversation ?? '', () => new MessagesRead(this.#client, conversation));
  }

  #once<T>(all: Map<string, T>, what: string, make: () => T): T {
    const { user, app } = this.#session;
    const key = `${user?.id} ${app?.id} ${what}`;
    const known = all.get(key) ?? make();
    all.delete(key);
    all.set(key, known);
    for (const oldest of all.keys()) {
      if (all.size <= most) break;
      all.delete(oldest);
    }
    return known;
  }
}
