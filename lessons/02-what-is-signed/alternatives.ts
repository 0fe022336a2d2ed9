import type { Alternative } from '../format/lesson.ts';
import { baseString, encoded, key, parameters, said } from './named.ts';
import { app, consumer, form, mira, search } from './solution.ts';

export const alternatives: readonly Alternative[] = [
  {
    ...{ step: 0, name: 'another search by another user' },
    act: async (learner) => void (await learner.user('sam_ode', app).get('/2/posts/search/recent?query=fog')),
  },
  {
    ...{ step: 0, name: 'after a bearer token' },
    act: async (learner) => {
      await learner.bearer(app).get(search);
      await mira(learner).get(search);
    },
  },
  {
    ...{ step: 1, name: 'written wrong first, then with quotes around it' },
    act: async (learner) => {
      learner.write(encodeURIComponent(said));
      learner.write(`"${encoded}"`);
    },
  },
  {
    ...{ step: 2, name: 'with a blank behind it' },
    act: async (learner) => learner.write(`${parameters.right} `),
  },
  {
    ...{ step: 3, name: 'on three lines' },
    act: async (learner) => learner.write(baseString.right.replaceAll('&', '&\n  ')),
  },
  {
    ...{ step: 4, name: 'on the second try' },
    act: async (learner) => ['undefined', key].forEach(learner.write),
  },
  {
    ...{ step: 5, name: 'by another user, with another member' },
    act: async (learner) =>
      void (await learner
        .user('jonas_berg', app)
        .post('/2/posts', { reply_settings: 'following', text: said })),
  },
  {
    ...{ step: 6, name: 'with a callback of the App, and a field that is not known' },
    act: async (learner) => {
      const fields = { oauth_callback: 'https://northwind-reader.example/callback', note: said };
      await consumer(learner).send({ ...form, form: fields });
    },
  },
];
