import { rooted } from '../../../../state/rooted.svelte.ts';
import type { PageSession } from '../../../../state/session.svelte.ts';
import { PostDesk } from './post-desk.svelte.ts';
import { RuleDesk } from './rule-desk.svelte.ts';

interface StreamDesk {
  readonly post: PostDesk;
  readonly rule: RuleDesk;
}

/** Texts typed beside streams, by App: they stay when another call is shown, and when a stream is opened again. */
export class StreamDesks {
  readonly #session: PageSession;
  readonly #desks = new Map<string, StreamDesk>();

  constructor(session: PageSession) {
    this.#session = session;
  }

  of(appId: string): StreamDesk {
    const desk =
      this.#desks.get(appId) ??
      rooted(() => ({
        post: new PostDesk(this.#session, appId),
        rule: new RuleDesk(this.#session, appId),
      }));
    this.#desks.set(appId, desk);
    return desk;
  }
}
