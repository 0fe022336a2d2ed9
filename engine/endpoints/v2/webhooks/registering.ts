import { asText } from '../../../checked/known.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import { v2 } from '../../../spec/apis.ts';
import { described, object, string, unchecked } from '../../../spec/fields.ts';
import { unlisted } from '../../../spec/limits.ts';
import { isRefusal } from '../../../spec/problems.ts';
import { ask } from '../../../webhooks/asking.ts';
import { checkName, queueOfChecks } from '../../../webhooks/check-names.ts';
import { checkEvery, judge, keepCheck, settleCheck } from '../../../webhooks/checks.ts';
import { refuseWebhook } from '../../../webhooks/refusals.ts';
import { ownWebhook, refuseAnother, refuseBeyondPlan } from '../../../webhooks/registry.ts';
import { urlLength, urlObjection } from '../../../webhooks/url.ts';
import { params, showWebhook, WebhookConfiguration } from './schemas.ts';

const common = {
  api: v2,
  section: '4.3',
  auth: ['app'],
  limits: unlisted('100 A'),
  answers: { 200: json(WebhookConfiguration) },
} as const;

const choices = [
  'webhook-bodies',
  'webhook-errors',
  'webhook-plans',
  'webhook-standing',
  'crc',
  'crc-hourly',
  'unlisted',
] as const;

export const registerWebhook = endpoint({
  ...common,
  id: 'registerWebhook',
  method: 'POST',
  path: '/2/webhooks',
  summary: 'Register a webhook',
  description:
    "Registers the address that receives the App's events. The platform sends it a challenge (CRC) first, and registers it only if the answer is right.",
  choices: [...choices, 'webhook-url'],
  body: object({
    url: unchecked(
      described(
        string(urlLength),
        'The callback: https, no port, publicly reachable. It receives a challenge at once',
      ),
    ),
  }),
  refuses: [
    'urlValidationFailed',
    'webhookLimitExceeded',
    'duplicateUrlFailed',
    'crcValidationFailed',
    'tokenInvalid',
    'appSuspended',
  ],
  example: { body: { url: 'https://hooks.northwind.example/events' } },
  handle({ principal, body, transact }, platform) {
    const { tables, state, jobs } = platform;
    const objection = urlObjection(body.url);
    if (objection !== null) return refuseWebhook('urlValidationFailed', objection);
    const url = asText(body.url);
    const refusal = refuseAnother(principal.app, url, tables);
    if (refusal) return refusal;
    return ask({ url, principal, transact }, platform, (app, token, reply) => {
      const verdict = judge(reply, token, app);
      if (!verdict.passed) return refuseWebhook('crcValidationFailed', verdict.message, verdict.reason);
      const refusal = refuseAnother(app, url, tables);
      if (refusal) return refusal;
      const webhook = transact((write) => {
        const now = state.now();
        const id = state.nextId();
        const made = { id, app_id: app.id, url, valid: true, created_at: now, succeeded_at: now };
        write.webhooks.insert(made);
        keepCheck(
          { webhook_id: id, crc_token: token, cause: 'registration', failed: null },
          reply,
          write,
          state,
        );
        const everyMs = checkEvery;
        jobs.plan(write, { id: queueOfChecks(id), name: checkName, due: now + everyMs, everyMs, data: id });
        return made;
      });
      return { status: 200, body: showWebhook(webhook) };
    });
  },
});

export const validateWebhook = endpoint({
  ...common,
  id: 'validateWebhook',
  method: 'PUT',
  path: '/2/webhooks/:webhook_id',
  summary: 'Check a webhook now',
  description:
    'Sends a challenge (CRC) to a webhook now instead of at the next hour. A right answer makes the webhook valid again.',
  choices: [...choices, 'webhook-beyond-plan'],
  params,
  refuses: [
    'webhookIdInvalid',
    'webhookLimitExceeded',
    'crcValidationFailed',
    'tokenInvalid',
    'appSuspended',
  ],
  example: { path: { webhook_id: '1000000000000000001' } },
  handle({ principal, path: { webhook_id: id }, transact }, platform) {
    const { tables, state } = platform;
    const webhook = ownWebhook(id, principal.app.id, tables);
    if (isRefusal(webhook)) return webhook;
    const refusal = refuseBeyondPlan(webhook, principal.app, tables);
    if (refusal) return refusal;
    return ask({ url: webhook.url, principal, transact }, platform, (app, token, reply) => {
      const webhook = ownWebhook(id, app.id, tables);
      if (isRefusal(webhook)) return webhook;
      const verdict = transact((write) => settleCheck({ webhook, token, cause: 'put' }, reply, write, state));
      const refusal = refuseBeyondPlan(webhook, app, tables);
      if (refusal) return refusal;
      return verdict.passed
        ? { status: 200, body: showWebhook(tables.webhooks.must(id)) }
        : refuseWebhook('crcValidationFailed', verdict.message, verdict.reason);
    });
  },
});
