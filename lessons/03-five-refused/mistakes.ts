import type { Mistake } from '../format/lesson.ts';
import { app, mistaken, offBy, one, rightly, search, withOneNonce } from './solution.ts';

const lookup = '/2/users/by/username/aiko_tan';

export const mistakes: readonly Mistake[] = [
  {
    ...{ step: 0, name: 'signed rightly at once', told: 'It was not refused' },
    act: async (learner) => void (await rightly(learner).get(search)),
  },
  {
    ...{ step: 0, name: 'by a bearer token', told: 'This call is not signed' },
    act: async (learner) => void (await learner.bearer(app).get(search)),
  },
  {
    ...{ step: 0, name: 'with another mistake', told: 'It was refused for another reason' },
    act: async (learner) => void (await (await mistaken(learner, 'query-left-out')).get(search)),
  },
  {
    ...{ step: 0, name: 'then without the apostrophe', told: 'The apostrophe is gone' },
    act: async (learner) => {
      await (await mistaken(learner, 'marks-unencoded')).get(search);
      await rightly(learner).get('/2/posts/search/recent?query=its');
    },
  },
  {
    ...{ step: 0, name: 'then by a bearer token', told: 'This call is not signed' },
    act: async (learner) => {
      await (await mistaken(learner, 'marks-unencoded')).get(search);
      await learner.bearer(app).get(search);
    },
  },
  {
    ...{ step: 0, name: 'and once more', told: 'The same mistake is still in it' },
    act: async (learner) => {
      await (await mistaken(learner, 'marks-unencoded')).get(search);
      await (await mistaken(learner, 'marks-unencoded')).get(search);
    },
  },
  {
    ...{ step: 1, name: 'signed rightly at once', told: 'It was not refused' },
    act: async (learner) => void (await rightly(learner).post('/2/posts', { text: 'At once' })),
  },
  {
    ...{ step: 1, name: 'then too late', told: 'Now it is refused for another reason' },
    act: async (learner) => {
      await (await mistaken(learner, 'json-body-included')).post('/2/posts', { text: 'Late' });
      await offBy(learner, -301).post('/2/posts', { text: 'Late' });
    },
  },
  {
    ...{ step: 2, name: 'signed for another host', told: 'It was refused for another reason' },
    act: async (learner) => void (await (await mistaken(learner, 'host-upper-case')).get('/2/users/me')),
  },
  {
    ...{ step: 3, name: 'once', told: 'It was not refused' },
    act: async (learner) => void (await withOneNonce(learner).get(one)),
  },
  {
    ...{ step: 3, name: 'three times', told: 'The same mistake is still in it' },
    act: async (learner) => {
      const again = withOneNonce(learner);
      for (let time = 0; time < 3; time++) await again.get(one);
    },
  },
  {
    ...{ step: 4, name: 'within what is taken', told: 'It was not refused' },
    act: async (learner) => void (await offBy(learner, -299).post('/2/posts', { text: 'Nearly late' })),
  },
  {
    ...{ step: 4, name: 'with a wrong signature', told: 'It was refused for another reason' },
    act: async (learner) =>
      void (await (await mistaken(learner, 'json-body-included')).post('/2/posts', { text: 'Nearly' })),
  },
  {
    ...{ step: 5, name: 'rightly at once', told: 'It was not refused before' },
    act: async (learner) => void (await rightly(learner).get(lookup)),
  },
  {
    ...{ step: 5, name: 'with an operation of the five', told: 'You have fixed this operation before' },
    act: async (learner) => void (await (await mistaken(learner, 'secrets-swapped')).get('/2/users/me')),
  },
  {
    ...{ step: 5, name: 'with a mistake of the five', told: 'This mistake was one of the five' },
    act: async (learner) => void (await (await mistaken(learner, 'scheme-swapped')).get(lookup)),
  },
  {
    ...{ step: 5, name: 'refused alone', told: 'Refused for a new mistake: now send it correctly' },
    act: async (learner) => void (await (await mistaken(learner, 'secrets-swapped')).get(lookup)),
  },
  {
    ...{ step: 5, name: 'for a parameter', told: 'It was refused for something other than its signature' },
    act: async (learner) => void (await rightly(learner).get(`${lookup}?user.fields=nothing`)),
  },
];
