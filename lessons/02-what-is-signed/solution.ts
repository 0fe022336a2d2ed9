import type { Learner } from '../format/learner.ts';
import type { Solution } from '../format/lesson.ts';
import { baseString, encoded, key, parameters, said } from './named.ts';

export const app = 'Northwind Reader';
export const search = `/2/posts/search/recent?query=${encodeURIComponent(`"${said}"`)}`;
export const mira = (learner: Learner) => learner.user('mira_holm', app);
export const form = { method: 'POST', path: '/oauth/request_token', form: { oauth_callback: 'oob' } };

/** Signed with the API key only. */
export function consumer(learner: Learner) {
  const { consumer_key, consumer_secret } = learner.credential('basic', app);
  return learner.signing({ consumer_key, consumer_secret });
}

export const solution: Solution = [
  async (learner) => void (await mira(learner).get(search)),
  async (learner) => learner.write(encoded),
  async (learner) => learner.write(parameters.right),
  async (learner) => learner.write(baseString.right),
  async (learner) => learner.write(key),
  async (learner) => void (await mira(learner).post('/2/posts', { text: said })),
  async (learner) => void (await consumer(learner).send(form)),
];
