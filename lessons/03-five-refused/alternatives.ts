import type { Alternative } from '../format/lesson.ts';
import { app, mistaken, offBy, one, rightly, who, withOneNonce } from './solution.ts';

export const alternatives: readonly Alternative[] = [
  {
    ...{ step: 0, name: 'another search, by another user, after other mistakes' },
    act: async (learner) => {
      const path = `/2/posts/search/recent?query=${encodeURIComponent("don't")}&max_results=20`;
      await (await mistaken(learner, 'space-as-plus', 'sam_ode')).get(path);
      await (await mistaken(learner, 'marks-unencoded', 'sam_ode')).get(path);
      await (await mistaken(learner, 'marks-unencoded', 'sam_ode')).get(path);
      await rightly(learner, 'sam_ode').get(path);
    },
  },
  {
    ...{ step: 1, name: 'another text' },
    act: async (learner) => {
      const body = { text: 'Ladies + Gentlemen, it’s fun', reply_settings: 'following' };
      await (await mistaken(learner, 'json-body-included', 'jonas_berg')).post('/2/posts', body);
      await rightly(learner, 'jonas_berg').post('/2/posts', body);
    },
  },
  {
    ...{ step: 2, name: 'with fields in the query' },
    act: async (learner) => {
      await (await mistaken(learner, 'scheme-swapped')).get('/2/users/me?user.fields=created_at');
      await rightly(learner).get('/2/users/me?user.fields=created_at');
    },
  },
  {
    ...{ step: 3, name: 'with the nonce of another operation' },
    act: async (learner) => {
      const again = withOneNonce(learner);
      await again.get('/2/users/me');
      await again.get(one);
      await withOneNonce(learner, 'another').get(one);
    },
  },
  {
    ...{ step: 4, name: 'from the future' },
    act: async (learner) => {
      await offBy(learner, 3600).post('/2/posts', { text: 'Too early' });
      await offBy(learner, 120).post('/2/posts', { text: 'Too early' });
    },
  },
  {
    ...{ step: 5, name: 'with a secret that is not the right one' },
    act: async (learner) => {
      const held = learner.credential('oauth1', app, who);
      const path = '/2/users?ids=2244994946';
      await learner.signing({ ...held, oauth_token_secret: `${held.oauth_token_secret} ` }).get(path);
      await rightly(learner).get(path);
    },
  },
];
