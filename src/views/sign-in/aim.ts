import { formatRoute } from '../../router.ts';
import type { ViewRoute } from '../../router.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import type { Go } from '../../state/view-props.ts';
import type { FlowRun } from './flow-run.svelte.ts';
import { readSignInRoute } from './route.ts';

/** Applies an address once: a flow under way with the same address continues. False if the address names no flow. */
export async function aim(run: FlowRun, session: PageSession, address: ViewRoute): Promise<boolean> {
  const { route, problem } = readSignInRoute(address);
  if (problem) session.notices.say(problem);
  if (!route.flow) return false;
  const link = formatRoute(address);
  if (run.link === link) return true;
  const isAnother = run.link !== null;
  run.link = link;
  run.scopes = route.scopes ?? run.kept.scopes;
  run.back = route.back;
  actAs(session, route.app, route.as);
  await run.choose(route.flow);
  if (isAnother && address.params.length > 0) await run.stop();
  return true;
}

/** Changes the requested scopes from the next flow on, and in the address if it names scopes. */
export function askFor(run: FlowRun, address: ViewRoute, go: Go, scopes: string): void {
  run.scopes = scopes;
  run.kept.scopes = scopes;
  if (!address.params.some(([name]) => name === 'scopes')) return;
  const params = address.params.map(([name, value]): [string, string] => [
    name,
    name === 'scopes' ? scopes : value,
  ]);
  const changed = { ...address, params };
  run.link = formatRoute(changed);
  go(changed, 'replace');
}

function actAs(session: PageSession, app: string | null, username: string | null): void {
  const { apps, users } = session.world;
  if (app !== null && apps.some(({ id }) => id === app)) session.useApp(app);
  else if (app !== null) session.notices.say('This link names an App that is not there.');
  const user = users.find((each) => each.username === username);
  if (user) session.userId = user.id;
  else if (username !== null) session.notices.say('This link names a user who is not there.');
}
