import { endpoint, json } from '../../../declaration/endpoint.ts';
import { reaction } from '../../../account-activity/reaction.ts';
import { mayRead } from '../../../account-activity/access.ts';
import { v2 } from '../../../spec/apis.ts';
import { boolean, described, exactly, Id, integer, listOf, object, string } from '../../../spec/fields.ts';
import { unlisted } from '../../../spec/limits.ts';
import { isRefusal } from '../../../spec/problems.ts';
import { dataOf } from '../../../social/schemas.ts';
import { pairId } from '../../../state/tables/pairs.ts';
import { refuseWebhook } from '../../../webhooks/refusals.ts';
import { ownWebhook } from '../../../webhooks/registry.ts';

/** Any text that is not the id of a webhook is refused like an unknown id (choice: webhook-errors). */
const webhook = { webhook_id: described(string(), 'Id of the webhook') } as const;

const common = { api: v2, section: '4.3' } as const;

/** For calls by the subscribed user. */
const byUser = {
  ...common,
  auth: ['oauth1', 'oauth2'],
  limits: unlisted('500 U'),
  path: '/2/account_activity/webhooks/:webhook_id/subscriptions/all',
  params: webhook,
} as const;

/** For calls by the subscribing App. */
const byApp = { ...common, auth: ['app'], limits: unlisted('500 A') } as const;

const choices = ['subscriptions', 'webhook-errors', 'unlisted'] as const;
const example = { webhook_id: '2030000000000000001' };

export const subscribe = endpoint({
  ...byUser,
  id: 'subscribe',
  method: 'POST',
  summary: 'Subscribe the App to the acting user',
  description:
    'Subscribes a webhook to everything that happens to the acting user. It requires a token that may read all of it, including direct messages.',
  permission: 'read-write-directmessages',
  scopes: ['post.read', 'users.read', 'like.read', 'follows.read', 'mute.read', 'block.read', 'dm.read'],
  choices: [...choices, 'activity-access', 'activity-told', 'activity-end'],
  answers: { 200: json(dataOf({ subscribed: exactly(true) })) },
  refuses: ['webhookIdInvalid', 'duplicateSubscriptionFailed'],
  example: { path: example },
  handle({ principal: { app, user }, path, transact, now }, platform) {
    const found = ownWebhook(path.webhook_id, app.id, platform.tables);
    if (isRefusal(found)) return found;
    const id = pairId(found.id, user.id);
    if (platform.tables.subscriptions.get(id))
      return refuseWebhook(
        'duplicateSubscriptionFailed',
        `webhook ${found.id} is subscribed to user ${user.id} already`,
      );
    platform.react(reaction);
    transact((write) => write.subscriptions.insert({ id, webhook_id: found.id, user_id: user.id, at: now }));
    return { status: 200, body: { data: { subscribed: true } } };
  },
});

export const getSubscription = endpoint({
  ...byUser,
  id: 'getSubscription',
  method: 'GET',
  summary: 'Check whether the App is subscribed to the acting user',
  description:
    'Tells whether a webhook is subscribed to the acting user. Without a subscription, `subscribed` is false.',
  scopes: ['users.read'],
  choices,
  answers: { 200: json(dataOf({ subscribed: boolean() })) },
  refuses: ['webhookIdInvalid'],
  example: { path: example },
  handle({ principal: { app, user }, path }, { tables }) {
    const found = ownWebhook(path.webhook_id, app.id, tables);
    if (isRefusal(found)) return found;
    const subscribed = tables.subscriptions.get(pairId(found.id, user.id)) !== undefined;
    return { status: 200, body: { data: { subscribed } } };
  },
});

export const listSubscriptions = endpoint({
  ...byApp,
  id: 'listSubscriptions',
  method: 'GET',
  path: '/2/account_activity/webhooks/:webhook_id/subscriptions/all/list',
  summary: 'List the users whom a webhook is subscribed to',
  description:
    'Returns the users to whom a webhook is subscribed. The App makes this call, so it requires the bearer token.',
  choices,
  params: webhook,
  answers: {
    200: json(
      dataOf({
        application_id: Id,
        webhook_id: Id,
        webhook_url: string(),
        subscriptions: listOf(object({ user_id: Id })),
      }),
    ),
  },
  refuses: ['webhookIdInvalid'],
  example: { path: example },
  handle({ principal: { app }, path }, { tables }) {
    const found = ownWebhook(path.webhook_id, app.id, tables);
    if (isRefusal(found)) return found;
    const { id: webhook_id, url: webhook_url } = found;
    const subscriptions = tables.subscriptions
      .rowsBy('webhook_id', webhook_id)
      .map(({ user_id }) => ({ user_id }));
    return {
      status: 200,
      body: { data: { application_id: app.id, webhook_id, webhook_url, subscriptions } },
    };
  },
});

export const unsubscribe = endpoint({
  ...byApp,
  id: 'unsubscribe',
  method: 'DELETE',
  path: '/2/account_activity/webhooks/:webhook_id/subscriptions/:user_id/all',
  summary: 'End the subscription to a user',
  description: "Ends a webhook's subscription to a user. What happened before is still delivered.",
  choices: [...choices, 'activity-end'],
  params: { ...webhook, user_id: described(Id, 'Id of the user') },
  answers: { 200: json(dataOf({ subscribed: exactly(false) })) },
  refuses: ['webhookIdInvalid', 'subscriptionNotFound'],
  example: { path: { ...example, user_id: '2244994945' } },
  handle({ principal: { app }, path, transact }, { tables }) {
    const found = ownWebhook(path.webhook_id, app.id, tables);
    if (isRefusal(found)) return found;
    const id = pairId(found.id, path.user_id);
    if (!tables.subscriptions.get(id))
      return refuseWebhook(
        'subscriptionNotFound',
        `webhook ${found.id} is not subscribed to user ${path.user_id}`,
      );
    transact((write) => write.subscriptions.remove(id));
    return { status: 200, body: { data: { subscribed: false } } };
  },
});

export const countSubscriptions = endpoint({
  ...byApp,
  id: 'countSubscriptions',
  method: 'GET',
  path: '/2/account_activity/subscriptions/count',
  summary: 'Count the subscriptions of the App',
  description:
    'Counts the subscriptions of all webhooks of the App. A second figure counts those whose direct messages the App can read.',
  choices: [...choices, 'activity-count'],
  answers: {
    200: json(dataOf({ subscriptions_count_all: integer(), subscriptions_count_direct_messages: integer() })),
  },
  refuses: [],
  example: {},
  handle({ principal: { app } }, { tables, state }) {
    const all = tables.webhooks
      .keysBy('app', app.id)
      .flatMap((id) => tables.subscriptions.rowsBy('webhook_id', id));
    const withMessages = all.filter(({ user_id }) =>
      mayRead('direct_message_events', { app_id: app.id, user_id }, state),
    );
    const data = {
      subscriptions_count_all: all.length,
      subscriptions_count_direct_messages: withMessages.length,
    };
    return { status: 200, body: { data } };
  },
});
