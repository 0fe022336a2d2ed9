/** What mends the standing of an App: its plan, its Project, its permission, its suspension, its windows. */
import { itemAt } from '../checked/known.ts';
import { covers } from '../spec/permissions.ts';
import { appsPerProject, plans } from '../spec/plans.ts';
import type { Plan } from '../spec/plans.ts';
import type { Limit } from '../spec/limits.ts';
import { nextMonthOf } from '../social/usage.ts';
import { none } from './act.ts';
import type { Act, Advice } from './act.ts';
import { capital } from './case.ts';
import type { Case } from './case.ts';
import { newToken } from './proof.ts';

const again: Act = { kind: 'sendAgain' };

/** The least plan that has the endpoint. */
export function largerPlan({ endpoint, app, plan }: Case): Advice {
  const cells = endpoint?.limits.cells;
  const having = plans.filter((each) => cells?.[each]);
  const [least] = having;
  const what = plan
    ? `The ${capital(plan)} plan does not have this endpoint`
    : 'The plan does not have this endpoint';
  if (!app?.project_id || !plan || !cells || !least)
    return { what, why: null, act: none('The App is in no Project any more.') };
  // Enterprise has Pro's (choice: cells), and need not be said again.
  const said = having.filter((each) => each !== 'enterprise').map((each) => planWords(each, cells[each]!));
  const why = `${said.join(', ').replace(' ', ' gives ')}. ${app.name} is on ${capital(plan)}.`;
  if (cells[plan]) return { what, why, act: again };
  return { what, why, act: { kind: 'switchPlan', projectId: app.project_id, from: plan, plan: least } };
}

/** "Basic gives 5 calls per user and 25 per App in 15 minutes". */
function planWords(plan: Plan, limits: readonly Limit[]): string {
  const part = ({ scope, limit }: Limit, at: number) =>
    `${limit}${at === 0 ? (limit === 1 ? ' call' : ' calls') : ''} per ${scope === 'user' ? 'user' : 'App'}`;
  const windows = [...new Set(limits.map(({ windowSeconds }) => windowSeconds))];
  if (windows.length > 1)
    return `${capital(plan)} ${limits.map((each) => `${part(each, 0)} in ${lengthWords(each.windowSeconds)}`).join(' and ')}`;
  return `${capital(plan)} ${limits.map(part).join(' and ')} in ${lengthWords(itemAt(windows, 0))}`;
}

const lengthWords = (seconds: number): string =>
  seconds === 86_400
    ? '24 hours'
    : seconds === 900
      ? '15 minutes'
      : seconds === 1
        ? 'a second'
        : `${seconds} seconds`;

/** A Project with room whose plan has the endpoint, or at least one with room. */
export function project({ app, endpoint, state: { tables } }: Case): Act {
  if (!app) return none('The App is not there any more.');
  if (app.project_id !== null) return again;
  const roomy = [...tables.projects.values()].filter(
    ({ id, plan }) => tables.apps.countBy('project', id) < appsPerProject[plan],
  );
  const fitting = roomy.find(({ plan }) => endpoint?.limits.cells[plan]) ?? roomy[0];
  if (fitting) return { kind: 'attachToProject', appId: app.id, projectId: fitting.id };
  return none(
    'Every Project holds as many Apps as its plan allows: make a new one in the Portal, or take a larger plan.',
  );
}

/** The App's level first where it is too low; then a token, which keeps the level that it was made with. */
export function permission(about: Case): Act {
  const { app, endpoint, user } = about;
  if (!app || !endpoint || !user) return none('The App or the user is not there any more.');
  const to = endpoint.permission;
  const then = newToken(about, app, user.id);
  return covers(app.permission, to)
    ? then
    : { kind: 'raisePermission', appId: app.id, from: app.permission, to, then };
}

export function suspension({ app }: Case): Act {
  if (!app) return none('The App is not there any more.');
  return app.suspended ? { kind: 'liftSuspension', appId: app.id } : again;
}

export function setting({ app }: Case, version: 'oauth1' | 'oauth2'): Act {
  if (!app) return none('The App is not there any more.');
  return app[version] ? again : { kind: 'enableOAuth', appId: app.id, version };
}

/** When the last of the windows that are used up is over. */
export function reset({ exchange, state }: Case): Act {
  const ends = exchange.windows.flatMap(({ remaining, resetAt }) =>
    remaining === 0 && resetAt ? [resetAt] : [],
  );
  if (ends.length === 0) return none('Nothing says when the window ends.');
  const at = Math.max(...ends);
  return at <= state.now() ? again : { kind: 'jumpTo', at, over: 'window' };
}

/** When the cap of the month in which the call was made begins again. */
export function nextMonth({ exchange, state }: Case): Act {
  const at = nextMonthOf(exchange.at);
  return at <= state.now() ? again : { kind: 'jumpTo', at, over: 'month' };
}
