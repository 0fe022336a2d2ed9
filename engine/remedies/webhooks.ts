/** What fixes a refusal of the webhook endpoints (specification 7). */
import { isRecord } from '../checked/is.ts';
import { itemAt } from '../checked/known.ts';
import { text } from '../http/messages.ts';
import { planName, plans } from '../spec/plans.ts';
import type { Plan } from '../spec/plans.ts';
import { webhooksPerApp } from '../spec/webhook-plans.ts';
import { isBeyondPlan, mostWebhooks, webhooksOf } from '../webhooks/registry.ts';
import { isSameUrl } from '../webhooks/same-url.ts';
import { urlObjection } from '../webhooks/url.ts';
import { changeText, none, put } from './act.ts';
import type { Act, Advice } from './act.ts';
import type { Case } from './case.ts';
import { use } from './proof.ts';
import { paramsOf } from './things.ts';

const again: Act = { kind: 'sendAgain' };
const type = changeText('body.url');
const noApp = none('The App no longer exists.');

/** The same URL in a form that the platform takes, if only its scheme, port or fragment is wrong. */
export function url(about: Case): Act {
  const repaired = urlIn(about)
    .replace(/^http:/i, 'https:')
    .replace(/#.*$/, '')
    .replace(/^(https:\/\/[^/?:@]+):\d*/i, '$1');
  return urlObjection(repaired) === null ? put('body.url', JSON.stringify(repaired)) : type;
}

export function duplicate(about: Case): Act {
  const { app, state } = about;
  if (!app) return noApp;
  const same = webhooksOf(app.id, state.tables).some((each) => isSameUrl(each.url, urlIn(about)));
  return same ? type : again;
}

/** The smallest plan with room for one more; for a webhook beyond the plan's limit, with room for that one. */
export function largerPlan(about: Case): Advice {
  const what = 'The App has as many webhooks as its plan allows';
  const { app, plan, state } = about;
  if (!app?.project_id || !plan) return { what, why: null, act: noApp };
  const own = webhooksOf(app.id, state.tables);
  const asked = own.findIndex(({ id }) => id === paramsOf(about)['webhook_id']);
  const needed = asked < 0 ? own.length : asked;
  const why = `Pro allows ${webhooksPerApp.pro} and Enterprise ${webhooksPerApp.enterprise}. ${app.name} is on ${planName(plan)}.`;
  const hasRoom =
    asked < 0 ? mostWebhooks(app, state.tables) > needed : !isBeyondPlan(itemAt(own, asked), state.tables);
  if (hasRoom) return { what, why, act: again };
  const larger = plans.find((each: Plan) => webhooksPerApp[each] > needed);
  const act: Act = larger
    ? { kind: 'switchPlan', projectId: app.project_id, from: plan, plan: larger }
    : none('No plan allows more: delete a webhook that is not needed.');
  return { what, why, act };
}

/** Its own App's webhook if there is one with this id; otherwise the only one that the App has. */
export function ownId(about: Case): Act {
  const { app, state } = about;
  if (!app) return noApp;
  const webhook = state.tables.webhooks.get(paramsOf(about)['webhook_id'] ?? '');
  if (webhook) return webhook.app_id === app.id ? again : use(['app'], webhook.app_id);
  const [first, second] = webhooksOf(app.id, state.tables);
  if (!first) return none('The App has no webhook yet: register one with POST /2/webhooks.');
  return second ? changeText('path.webhook_id') : put('path.webhook_id', first.id);
}

/** The only user whom the webhook is subscribed to. If there are several, the person chooses. */
export function subscribedUser(about: Case): Act {
  const { subscriptions } = about.state.tables;
  const [first, second] = subscriptions.rowsBy('webhook_id', paramsOf(about)['webhook_id'] ?? '');
  if (!first)
    return none('The webhook has no subscriptions: only a user can subscribe it to their own activity.');
  return second ? changeText('path.user_id') : put('path.user_id', first.user_id);
}

/** Another URL if no receiver answers at this one; otherwise the receiver has to change. */
export function receiver({ line, exchange: { request } }: Case): Act {
  if (request.method === 'POST' && line.reason === 'hostNotFound') return type;
  return none(
    'No change of the call fixes it: the receiver has to answer the challenge. Then send the call again.',
  );
}

/** The URL that was sent; empty if there was none. */
function urlIn({ exchange: { request } }: Case): string {
  const given: unknown = JSON.parse(text(request.body ?? new Uint8Array()));
  return isRecord(given) && typeof given['url'] === 'string' ? given['url'] : '';
}
