import { rooted } from '../../../state/rooted.svelte.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { Calls } from '../call/calls.svelte.ts';
import type { Draft } from '../call/draft.svelte.ts';
import { Pages } from './pages.svelte.ts';

/** By the calls of a draft: kept as long as its tab is open, whatever part of it is shown. */
const all = new WeakMap<Calls, Pages>();

export function pagesOf(session: PageSession, draft: Draft, calls: Calls, send: () => Promise<void>): Pages {
  const found = all.get(calls) ?? rooted(() => new Pages(session, draft, calls, send));
  all.set(calls, found);
  return found;
}
