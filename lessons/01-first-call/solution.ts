import type { Learner } from '../format/learner.ts';
import type { Solution } from '../format/lesson.ts';

const app = 'Northwind Reader';
export const lookUp = '/2/users/by/username/mira_holm';

/** With the last character of the token removed. */
export const cutShort = (learner: Learner) =>
  learner.withToken(learner.credential('app', app).bearer_token.slice(0, -1));

export const solution: Solution = [
  async (learner) => void (await learner.bearer(app).get(lookUp)),
  async (learner) => void (await cutShort(learner).get(lookUp)),
  async (learner) => void (await learner.bearer(app).get(lookUp)),
  async (learner) => void (await learner.bearer(app).get('/2/users/by/username/aiko_tan')),
];
