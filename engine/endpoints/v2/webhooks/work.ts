/** The hourly check of each webhook (specification 3; choice: crc-hourly). */
import { isRecord } from '../../../checked/is.ts';
import type { Effect, JobHandler, WorkHandlers } from '../../../declaration/work.ts';
import type { Read } from '../../../state/state.ts';
import type { Json } from '../../../state/store/json.ts';
import type { WebhookRow } from '../../../state/tables/webhooks.ts';
import { checkName, queueOfChecks } from '../../../webhooks/check-names.ts';
import { challengeCall, isChecked, settleCheck } from '../../../webhooks/checks.ts';
import { crcToken } from '../../../webhooks/crc.ts';

/** Plans the check of a webhook, by its id. A webhook whose last challenge is still unanswered gets no new one. */
const plan: JobHandler = {
  run({ data: id }, write, { tables, state, outbox }) {
    const webhook = checkedOne(id, tables);
    if (!webhook) return;
    const data = { webhook_id: webhook.id, token: crcToken(state.random) };
    outbox.enqueue(write, { effect: checkName, key: queueOfChecks(webhook.id), data, alone: true });
  },
};

/** A check of a webhook that was deleted, or must not be checked any more, leaves the outbox without a call. */
const check: Effect = {
  asksOnly: true,
  call({ data }, { tables }) {
    const { webhook_id, token } = read(data);
    const webhook = checkedOne(webhook_id, tables);
    return webhook && challengeCall(webhook.url, token, webhook.app_id);
  },
  settle({ data }, reply, write, { tables, state }) {
    const { webhook_id, token } = read(data);
    const webhook = tables.webhooks.must(webhook_id);
    settleCheck({ webhook, token, cause: 'hourly' }, reply, write, state);
    return null;
  },
};

function checkedOne(id: Json, tables: Read): WebhookRow | null {
  const webhook = typeof id === 'string' ? tables.webhooks.get(id) : undefined;
  return webhook && isChecked(webhook, tables) ? webhook : null;
}

/** Reads the data of a check, which may be anything in an imported snapshot. */
function read(data: Json): { readonly webhook_id: string; readonly token: string } {
  const text = (name: string) => (isRecord(data) && typeof data[name] === 'string' ? data[name] : '');
  return { webhook_id: text('webhook_id'), token: text('token') };
}

export const work: WorkHandlers = { jobs: { [checkName]: plan }, effects: { [checkName]: check } };
