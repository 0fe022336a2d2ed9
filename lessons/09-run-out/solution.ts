import type { Client } from '../../testing/platform.ts';
import type { Learner } from '../format/learner.ts';
import type { Solution } from '../format/lesson.ts';

export const reader = 'Northwind Reader';
export const courier = 'Northwind Courier';
export const minute = 60_000;
export const day = 24 * 60 * minute;

export const timeline = '/2/users/2244994945/posts?max_results=5';
export const lookUp = '/2/users/by/username/jonas_berg';
export const liked = '/2/users/2244994945/liked_posts';
export const toSam = '/2/dm_conversations/with/2244994948/messages';
export const message = { text: 'Is anyone else writing today?' };

export async function get(client: Client, path: string, times = 1): Promise<void> {
  for (let time = 0; time < times; time++) await client.get(path);
}

/** Until the first refusal. */
export async function useUp(client: Client, path: string): Promise<void> {
  for (;;) if ((await client.get(path)).status === 429) return;
}

export const mira = (learner: Learner): Client => learner.user('mira_holm', reader);

export const solution: Solution = [
  (learner) => useUp(mira(learner), timeline),
  (learner) => useUp(learner.bearer(reader), timeline),
  async (learner) => {
    await learner.advance(15 * minute);
    await get(mira(learner), timeline);
  },
  async (learner) => {
    await learner.user('mira_holm', courier).post(toSam, message);
    await learner.user('aiko_tan', courier).post(toSam, message);
  },
  async (learner) => {
    await get(mira(learner), lookUp, 101);
    await learner.advance(day);
    await get(mira(learner), lookUp, 99);
  },
  async (learner) => {
    await useUp(mira(learner), liked);
    await learner.advance(15 * minute);
    await get(mira(learner), liked);
  },
];
