import type { Learner } from '../format/learner.ts';
import type { Solution } from '../format/lesson.ts';
import { app, edited, host, inBase64, once, otherApp, owner, secretOf, url, verifying } from './receiver.ts';
import { loadSignature, utf8 } from '../../engine/inside.ts';

export const register = (learner: Learner, appName = app, at = url) =>
  learner.bearer(appName).post('/2/webhooks', { url: at });

export const save = (learner: Learner, program: string, at = host) =>
  learner.do('receivers.save', at, program);

export async function subscribe(learner: Learner, username = owner, appName = app): Promise<void> {
  const { json } = await learner.bearer(app).get('/2/webhooks');
  const path = `/2/account_activity/webhooks/${json.data[0]?.id}/subscriptions/all`;
  await learner.user(username, appName).post(path);
}

/** Creates posts, and lets deliveries that are due within a moment arrive. */
export async function post(learner: Learner, text: string, username = owner): Promise<void> {
  await learner.user(username, app).post('/2/posts', { text });
  await learner.advance(10);
}

const event = '{"event_id":"1","for_user_id":"2244994945","follow_events":[]}';
const other = '{"event_id":"2","for_user_id":"2244994945","follow_events":[]}';

/** As the page does: a changed body, one without a signature, and finally the signed one. */
export async function forge(learner: Learner, at = url, appName = app): Promise<void> {
  const { deliverySignature, signatureHeader } = await loadSignature();
  const signed = [[signatureHeader, deliverySignature(utf8(event), secretOf(learner, appName))]] as const;
  await learner.deliver(at, other, signed);
  await learner.deliver(at, event);
  await learner.deliver(at, event, signed);
}

export const otherHost = 'atlas.example';

export async function serveOther(learner: Learner, program: string): Promise<void> {
  await save(learner, program, otherHost);
  await register(learner, otherApp, `https://${otherHost}/in`);
}
export const forgeOther = (learner: Learner) => forge(learner, `https://${otherHost}/in`, otherApp);

export const solution: Solution = [
  async (learner) => void (await register(learner)),
  async (learner) => {
    await save(learner, edited(learner, [inBase64]));
    await register(learner);
  },
  async (learner) => {
    await subscribe(learner);
    await post(learner, 'The ferry runs again.');
  },
  async (learner) => {
    await save(learner, edited(learner, [inBase64, verifying]));
    await forge(learner);
  },
  async (learner) => {
    await save(learner, edited(learner, [inBase64, verifying, once]));
    await post(learner, 'Low water at six.');
    await learner.advance(6000);
  },
  async (learner) => {
    await serveOther(learner, edited(learner, [inBase64, verifying], otherApp));
    await forgeOther(learner);
  },
];
