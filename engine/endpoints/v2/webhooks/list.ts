import { endpoint, json } from '../../../declaration/endpoint.ts';
import { v2 } from '../../../spec/apis.ts';
import { exactly, integer, listOf, object } from '../../../spec/fields.ts';
import { unlisted } from '../../../spec/limits.ts';
import { isRefusal } from '../../../spec/problems.ts';
import { dataOf } from '../../../social/schemas.ts';
import { ownWebhook, webhooksOf } from '../../../webhooks/registry.ts';
import { removeWebhook } from '../../../webhooks/removing.ts';
import { params, showWebhook, WebhookConfiguration } from './schemas.ts';

const common = { api: v2, section: '4.3', auth: ['app'] } as const;

export const getWebhooks = endpoint({
  ...common,
  id: 'getWebhooks',
  method: 'GET',
  path: '/2/webhooks',
  summary: 'List the webhooks of the App',
  description: 'Returns the webhooks of the App, oldest first. `valid` is the result of the latest check.',
  limits: unlisted('300 A'),
  choices: ['webhook-bodies', 'unlisted'],
  answers: {
    200: json(object({ data: listOf(WebhookConfiguration), meta: object({ result_count: integer() }) })),
  },
  refuses: [],
  example: {},
  handle({ principal }, { tables }) {
    const data = webhooksOf(principal.app.id, tables).map(showWebhook);
    return { status: 200, body: { data, meta: { result_count: data.length } } };
  },
});

export const deleteWebhook = endpoint({
  ...common,
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/2/webhooks/:webhook_id',
  summary: 'Delete a webhook',
  description:
    'Deletes a webhook of the App, with its subscriptions and events. Its address receives nothing more.',
  limits: unlisted('100 A'),
  choices: ['webhook-bodies', 'webhook-errors', 'unlisted'],
  params,
  answers: { 200: json(dataOf({ deleted: exactly(true) })) },
  refuses: ['webhookIdInvalid'],
  example: { path: { webhook_id: '1000000000000000001' } },
  handle({ principal, path: { webhook_id: id }, transact }, { tables }) {
    const webhook = ownWebhook(id, principal.app.id, tables);
    if (isRefusal(webhook)) return webhook;
    transact((write) => {
      removeWebhook(id, tables, write);
    });
    return { status: 200, body: { data: { deleted: true } } };
  },
});
