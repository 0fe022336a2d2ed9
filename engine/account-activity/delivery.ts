/** How an event is delivered (specification 6; choices: delivery, activity-held). */
import type { Effect, Pending } from '../declaration/work.ts';
import { source } from '../exchanges/trace.ts';
import { header, utf8 } from '../http/messages.ts';
import { isFailure } from '../http/send.ts';
import { deliveryLimits } from '../webhooks/limits.ts';
import { deliverySignature, signatureHeader } from '../webhooks/signature.ts';
import { heldBy, settleAs } from './queue.ts';
import type { Delivery } from './queue.ts';
import { withAttempt } from './attempts.ts';

/** How long to wait after each unacknowledged try, in ms. */
export const retries: readonly number[] = [1_000, 5_000, 30_000, 300_000];

const bySection = source(['6'], ['delivery', 'event-shapes']);

export const delivery: Effect<Delivery> = {
  call({ data }, { tables, inWordsOfReceiver }) {
    const event = tables.activity_events.get(data.event);
    const webhook = event && tables.webhooks.get(event.webhook_id);
    if (!webhook || heldBy(webhook, { tables })) return null;
    const body = utf8(inWordsOfReceiver(event.body));
    const { id: appId, consumer_secret } = tables.apps.must(webhook.app_id);
    const request = {
      method: 'POST',
      url: webhook.url,
      headers: [
        ['content-type', 'application/json'],
        [signatureHeader, deliverySignature(body, consumer_secret)],
      ] as const,
      body,
    };
    return { request, ...deliveryLimits, appId };
  },

  settle(pending, { request, result, sequence, trace }, write, platform) {
    const { tables, state } = platform;
    const event = tables.activity_events.get(pending.data.event);
    if (!event) {
      trace.add('idle', 'Dropped', 'the event is not kept any more', bySection);
      return null;
    }
    const { thrown } = result;
    const isDone = !isFailure(result) && result.status === 200;
    const tries = withAttempt(event, {
      at: state.now(),
      cause: causeOf(pending),
      outcome: isFailure(result) ? result.reason : result.status,
      exchange: String(sequence),
      signature: header(request.headers, signatureHeader) ?? null,
      ...(thrown && { thrown }),
    });
    if (isDone) {
      trace.add('consumed', 'Acknowledged', `event ${event.id}`, bySection);
      settleAs('acknowledged', event, tries, platform, write);
      return null;
    }
    const wait = retries[pending.attempts];
    if (wait !== undefined) {
      trace.add('refused', 'Unacknowledged', `event ${event.id}: a 200 acknowledges`, bySection);
      write.activity_events.update(event.id, { tries });
      return state.now() + wait;
    }
    const wasAcknowledged = event.state === 'acknowledged';
    const text = `event ${event.id}: ${wasAcknowledged ? 'it was acknowledged before' : 'its tries are used up'}`;
    trace.add('refused', 'Set aside', text, bySection);
    settleAs(wasAcknowledged ? 'acknowledged' : 'set_aside', event, tries, platform, write);
    return null;
  },
};

const causeOf = ({ attempts, data }: Pending<Delivery>) => (attempts > 0 ? 'retry' : data.cause);
