import type { AskedEmbed } from '../element/names.ts';
import type { PageSession } from '../state/session.svelte.ts';
import { Calls } from '../views/requests/call/calls.svelte.ts';
import { CallTab } from '../views/requests/call/call-tab.svelte.ts';
import { actAs } from '../views/requests/call/draft.svelte.ts';
import type { RequestsRoute } from '../views/requests/call/route.ts';
import { routeOf } from './open.ts';

/** The call of an embed, ready to be sent. Reports a part of its link that is unknown here. */
export function callOf(session: PageSession, route: RequestsRoute): CallTab {
  const tab = new CallTab(session, new Calls(session.playground), route);
  const unknown = actAs(session, route);
  tab.wake();
  if (unknown) session.notices.say(unknown);
  return tab;
}

/** Shows another call, given by a playground link. Rejects with a sentence if it cannot. */
export async function openLink(
  session: PageSession,
  { draft }: CallTab,
  asked: AskedEmbed,
  link: string,
): Promise<void> {
  const to = routeOf({ ...asked, endpoint: null }, link);
  if (to.endpointId) await session.reference.load(to.endpointId);
  const problem = draft.load(to);
  if (problem) throw new Error(problem);
}
