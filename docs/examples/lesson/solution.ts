import type { Learner } from '../../../lessons/format/learner.ts';
import type { Solution } from '../../../lessons/format/lesson.ts';

export const mira = (learner: Learner) => learner.user('mira_holm', 'Northwind Reader');
export const miraId = '2244994945';

/** The newest post of Jonas. */
export async function postOfJonas(learner: Learner): Promise<string> {
  const { json } = await mira(learner).get('/2/users/2244994946/posts');
  return json.data[0]?.id ?? '';
}

export const solution: Solution = [
  async (learner) => void (await postOfJonas(learner)),
  async (learner) => {
    const post_id = await postOfJonas(learner);
    await mira(learner).post(`/2/users/${miraId}/likes`, { post_id });
  },
  async (learner) =>
    void (await mira(learner).delete(`/2/users/${miraId}/likes/${await postOfJonas(learner)}`)),
  async (learner) => void (await mira(learner).get(`/2/posts/${await postOfJonas(learner)}/liking_users`)),
];
