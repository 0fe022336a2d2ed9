import type { Alternative } from '../format/lesson.ts';
import { SignIn } from '../format/sign-in.ts';
import { enough, hour, like, reader, refresh, viewer, whoAmI } from './solution.ts';

export const alternatives: readonly Alternative[] = [
  {
    ...{ step: 0, name: 'post.read alone is asked for' },
    async act(learner) {
      await new SignIn(learner, reader).byPkce('post.read', 'jonas_berg');
      await whoAmI(learner);
    },
  },
  {
    ...{ step: 0, name: 'Sam signs in to another App, and his post is refused' },
    async act(learner) {
      const flow = new SignIn(learner, viewer);
      await flow.byPkce('users.read offline.access', 'sam_ode');
      await flow.bearer('sam_ode').post('/2/posts', { text: 'No scope for this one.' });
    },
  },
  {
    ...{ step: 1, name: 'more is asked for than is needed' },
    async act(learner) {
      await new SignIn(learner, reader).byPkce(`${enough} follows.read`, 'jonas_berg');
      await whoAmI(learner);
    },
  },
  {
    ...{ step: 1, name: 'offline.access is forgotten at first' },
    async act(learner) {
      await new SignIn(learner, reader).byPkce('post.read users.read', 'jonas_berg');
      await whoAmI(learner);
      await new SignIn(learner, reader).byPkce(enough, 'jonas_berg');
      await whoAmI(learner);
    },
  },
  {
    ...{ step: 2, name: 'a day goes by' },
    async act(learner) {
      await learner.advance(24 * hour);
      await whoAmI(learner);
    },
  },
  {
    ...{ step: 2, name: 'it is tried after one hour too' },
    async act(learner) {
      await learner.advance(hour);
      await whoAmI(learner);
      await learner.advance(hour);
      await whoAmI(learner);
    },
  },
  {
    ...{ step: 3, name: 'an access token with fewer scopes is asked for' },
    async act(learner) {
      const flow = new SignIn(learner, reader);
      flow.keepOAuth2(await flow.refresh('jonas_berg', undefined, 'post.read users.read'), 'jonas_berg');
      await whoAmI(learner);
    },
  },
  {
    ...{ step: 3, name: 'it is refreshed twice' },
    async act(learner) {
      await refresh(learner);
      await refresh(learner);
      await whoAmI(learner);
    },
  },
  {
    ...{ step: 4, name: 'the renewed token is tried before as well' },
    async act(learner) {
      const old = await refresh(learner);
      await whoAmI(learner);
      await new SignIn(learner, reader).refresh('jonas_berg', old);
      await whoAmI(learner);
    },
  },
  {
    ...{ step: 5, name: 'Jonas likes one, after a refusal' },
    async act(learner) {
      const flow = new SignIn(learner, viewer);
      await flow.byPkce(enough, 'jonas_berg');
      await flow.bearer('jonas_berg').post('/2/users/2244994946/likes', like);
      await flow.byPkce(`${enough} like.write like.read`, 'jonas_berg');
      await flow.bearer('jonas_berg').post('/2/users/2244994946/likes', like);
    },
  },
];
