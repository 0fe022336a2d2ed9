import { rooted } from '../../../state/rooted.svelte.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { Calls } from '../call/calls.svelte.ts';
import type { Draft } from '../call/draft.svelte.ts';
import { Pages } from './pages.svelte.ts';

/** By the calls of a draft: as long as its tab is there, whichever part of it is seen. */
const all = new WeakMap<Calls, Pages>();

export function pagesOf(session: PageSession, draft: Draft, calls: Calls, send: () => Promise<void>): Pages {
  const found = all.get(calls) ?? rooted(() => new Pages(session, draft, calls, send));
  all.set(calls, found);
  return found;
}
