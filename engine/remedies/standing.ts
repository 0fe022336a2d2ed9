/** What fixes the standing of an App: its plan, Project, permission, suspension and windows. */
import { itemAt } from '../checked/known.ts';
import type { Exchange, WindowState } from '../exchanges/exchange.ts';
import { inGroups } from '../spec/in-groups.ts';
import { covers } from '../spec/permissions.ts';
import { appsPerProject, planName, plans } from '../spec/plans.ts';
import type { Plan } from '../spec/plans.ts';
import type { Limit } from '../spec/limits.ts';
import { capOf, nextMonthOf, planBeyond, usedOf } from '../social/usage.ts';
import { none } from './act.ts';
import type { Act, Advice, Allowance } from './act.ts';
import type { Case } from './case.ts';
import { newToken } from './proof.ts';

const again: Act = { kind: 'sendAgain' };

/** The smallest plan that has the endpoint. */
export function largerPlan({ endpoint, app, plan }: Case): Advice {
  const cells = endpoint?.limits.cells;
  const having = plans.filter((each) => cells?.[each]);
  const [least] = having;
  const what = plan
    ? `The ${planName(plan)} plan does not have this endpoint`
    : 'The plan does not have this endpoint';
  if (!app?.project_id || !plan || !cells || !least)
    return { what, why: null, act: none('The App is no longer in a Project.') };
  // Enterprise has the same as Pro (choice: cells), so it is not listed again.
  const said = having.filter((each) => each !== 'enterprise').map((each) => planWords(each, cells[each]!));
  const why = `${said.join(', ').replace(' ', ' gives ')}. ${app.name} is on ${planName(plan)}.`;
  if (cells[plan]) return { what, why, act: again };
  return { what, why, act: { kind: 'switchPlan', projectId: app.project_id, from: plan, plan: least } };
}

/** "Basic gives 5 calls per user and 25 per App in 15 minutes". */
function planWords(plan: Plan, limits: readonly Limit[]): string {
  const part = ({ scope, limit }: Limit, at: number) =>
    `${limit}${at === 0 ? (limit === 1 ? ' call' : ' calls') : ''} per ${scope === 'user' ? 'user' : 'App'}`;
  const windows = [...new Set(limits.map(({ windowSeconds }) => windowSeconds))];
  if (windows.length > 1)
    return `${planName(plan)} ${limits.map((each) => `${part(each, 0)} in ${lengthWords(each.windowSeconds)}`).join(' and ')}`;
  return `${planName(plan)} ${limits.map(part).join(' and ')} in ${lengthWords(itemAt(windows, 0))}`;
}

const lengthWords = (seconds: number): string =>
  seconds === 86_400
    ? '24 hours'
    : seconds === 900
      ? '15 minutes'
      : seconds === 1
        ? 'a second'
        : `${seconds} seconds`;

/** A Project with room whose plan has the endpoint, otherwise any with room. */
export function project({ app, endpoint, state: { tables } }: Case): Act {
  if (!app) return none('The App no longer exists.');
  if (app.project_id !== null) return again;
  const roomy = [...tables.projects.values()].filter(
    ({ id, plan }) => tables.apps.countBy('project', id) < appsPerProject[plan],
  );
  const fitting = roomy.find(({ plan }) => endpoint?.limits.cells[plan]) ?? roomy[0];
  if (fitting) return { kind: 'attachToProject', appId: app.id, projectId: fitting.id };
  return none(
    'Every Project holds as many Apps as its plan allows: make a new one in the Portal, or choose a larger plan.',
  );
}

/** First the App's level, if it is too low; then a new token, because a token keeps the level that it was made with. */
export function permission(about: Case): Act {
  const { app, endpoint, user } = about;
  if (!app || !endpoint || !user) return none('The App or the user no longer exists.');
  const to = endpoint.permission;
  const then = newToken(about, app, user.id);
  return covers(app.permission, to)
    ? then
    : { kind: 'raisePermission', appId: app.id, from: app.permission, to, then };
}

export function suspension({ app }: Case): Act {
  if (!app) return none('The App no longer exists.');
  return app.suspended ? { kind: 'liftSuspension', appId: app.id } : again;
}

export function setting({ app }: Case, version: 'oauth1' | 'oauth2'): Act {
  if (!app) return none('The App no longer exists.');
  return app[version] ? again : { kind: 'enableOAuth', appId: app.id, version };
}

/** When the last of the used-up windows ends. */
export function reset({ exchange, state }: Case): Act {
  const ends = usedUp(exchange).flatMap(({ resetAt }) => resetAt ?? []);
  if (ends.length === 0) return none('Nothing says when the window ends.');
  const at = Math.max(...ends);
  return at <= state.now() ? again : { kind: 'jumpTo', at, over: 'window' };
}

const usedUp = ({ windows }: Exchange): readonly WindowState[] =>
  windows.filter(({ remaining }) => remaining === 0);

/** Waiting for the windows to end, or a plan with more calls. */
export function moreCalls(about: Case): Advice {
  const { endpoint, exchange, app, plan } = about;
  const out = usedUp(exchange);
  const what = usedUpWords(out);
  const cells = endpoint?.limits.cells;
  const allows = (each: Plan): boolean =>
    exchange.windows.every(({ scope, limit, remaining }) => {
      const own = cells?.[each]?.find((part) => part.scope === scope);
      return own === undefined ? cells?.[each] != null : own.limit > limit - remaining;
    });
  const own = plan && cells?.[plan];
  const why =
    app && own
      ? `${planWords(plan, own).replace(' ', ' gives ')}. ${app.name} is on ${planName(plan)}.`
      : null;
  const act = reset(about);
  const [first] = out;
  if (!first || !app?.project_id || !plan || act.kind !== 'jumpTo') return { what, why, act };
  if (allows(plan)) return { what, why, act: again };
  const larger = plans.slice(plans.indexOf(plan) + 1).find(allows);
  const limit = larger && cells?.[larger]?.find(({ scope }) => scope === first.scope);
  if (!larger || !limit) return { what, why, act };
  const gives: Allowance = { of: 'calls', limit: limit.limit, windowSeconds: limit.windowSeconds };
  return { what, why, act, instead: [toPlan(app.project_id, plan, larger, gives)] };
}

/** "The user token has used its 15 calls in 15 minutes". */
function usedUpWords([first, second]: readonly WindowState[]): string {
  if (!first) return 'The window is used up';
  if (second) return 'The user token and the App have used their calls';
  const calls = first.limit === 1 ? 'one call' : `${inGroups(first.limit)} calls`;
  const who = first.scope === 'user' ? 'user token' : 'App';
  return `The ${who} has used its ${calls} in ${lengthWords(first.windowSeconds)}`;
}

const toPlan = (projectId: string, from: Plan, plan: Plan, gives: Allowance): Act => ({
  kind: 'switchPlan',
  projectId,
  from,
  plan,
  gives,
});

/** Waiting for the month of the call to end, or a plan with a larger cap. */
export function morePosts({ exchange, app, plan, state }: Case): Advice {
  const what = 'The Project has used up its posts of this month';
  const at = nextMonthOf(exchange.at);
  if (at <= state.now()) return { what, why: null, act: again };
  const act: Act = { kind: 'jumpTo', at, over: 'month' };
  if (!app?.project_id || !plan) return { what, why: null, act };
  const used = usedOf(app.project_id, exchange.at, state.tables);
  if (capOf(plan) > used) return { what, why: null, act: again };
  const larger = planBeyond(used);
  if (!larger) return { what, why: null, act };
  const gives: Allowance = { of: 'posts', limit: larger.limit };
  return { what, why: null, act, instead: [toPlan(app.project_id, plan, larger.plan, gives)] };
}
