import type { Mistake } from '../format/lesson.ts';
import { cutShort, lookUp } from './solution.ts';

const app = 'Northwind Reader';

export const mistakes: readonly Mistake[] = [
  {
    ...{ step: 0, name: 'signed for a user', told: 'It was answered, but not for the bearer token' },
    act: async (learner) => void (await learner.user('mira_holm', app).get(lookUp)),
  },
  {
    ...{ step: 0, name: 'a user who does not exist', told: 'The lookup was refused' },
    act: async (learner) => void (await learner.bearer(app).get('/2/users/by/username/no_one_here')),
  },
  {
    ...{ step: 1, name: 'the token as it is', told: 'The token was a good one' },
    act: async (learner) => void (await learner.bearer(app).get(lookUp)),
  },
  {
    ...{ step: 1, name: 'no token at all', told: 'It was refused, but not for its token' },
    act: async (learner) => void (await learner.anonymous.get(lookUp)),
  },
  {
    ...{ step: 2, name: 'still a character short', told: 'The token is still a wrong one' },
    act: async (learner) => void (await cutShort(learner).get(lookUp)),
  },
  {
    ...{ step: 3, name: 'the first user again', told: 'It was answered, for the same user as before' },
    act: async (learner) => void (await learner.bearer(app).get(lookUp)),
  },
];
