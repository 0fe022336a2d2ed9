import type { Mistake } from '../format/lesson.ts';
import { SignIn } from '../format/sign-in.ts';
import { attach, lookUp, post, raise, reader, sketch, toMira, viewer } from './solution.ts';

const courier = 'Northwind Courier';
const toWrite = 'post.read post.write users.read';

export const mistakes: readonly Mistake[] = [
  {
    ...{ step: 0, name: 'the user’s token is sent at once' },
    told: 'It was refused for its permission, not for its kind',
    act: async (learner) => void (await learner.user('jonas_berg', viewer).post('/2/posts', post)),
  },
  {
    ...{ step: 0, name: 'an App that may write posts', told: 'The post was created' },
    act: async (learner) => void (await learner.user('jonas_berg', reader).post('/2/posts', post)),
  },
  {
    ...{ step: 0, name: 'the API key is sent as Basic', told: 'That was the API key, not a token' },
    act: async (learner) => void (await learner.basic(viewer).post('/2/posts', post)),
  },
  {
    ...{ step: 0, name: 'nothing proves who calls', told: 'It was refused before its kind was looked at' },
    act: async (learner) => void (await learner.anonymous.post('/2/posts', post)),
  },
  {
    ...{ step: 1, name: 'Bearer is still chosen', told: 'It was the App’s own token again' },
    act: async (learner) => void (await learner.bearer(viewer).post('/2/posts', post)),
  },
  {
    ...{ step: 1, name: 'it is signed by the API key alone', told: 'It was sent without a user' },
    async act(learner) {
      const { consumer_key, consumer_secret } = learner.credential('basic', viewer);
      await learner.signing({ consumer_key, consumer_secret }).post('/2/posts', post);
    },
  },
  {
    ...{ step: 1, name: 'an App that may write is used', told: `It was created by ${reader}` },
    act: async (learner) => void (await learner.user('jonas_berg', reader).post('/2/posts', post)),
  },
  {
    ...{
      step: 1,
      name: 'an OAuth 2.0 token without post.write',
      told: 'It was refused for a scope, as OAuth 2.0 is',
    },
    async act(learner) {
      await new SignIn(learner, viewer).byPkce('post.read users.read', 'jonas_berg');
      await new SignIn(learner, viewer).bearer('jonas_berg').post('/2/posts', post);
    },
  },
  {
    ...{ step: 1, name: 'an OAuth 2.0 token with post.write', told: 'It was created, by OAuth 2.0' },
    async act(learner) {
      await new SignIn(learner, viewer).byPkce(toWrite, 'jonas_berg');
      await new SignIn(learner, viewer).bearer('jonas_berg').post('/2/posts', post);
    },
  },
  {
    ...{ step: 2, name: 'it is sent again without a change', told: 'The App may still only read' },
    act: async (learner) => void (await learner.user('jonas_berg', viewer).post('/2/posts', post)),
  },
  {
    ...{ step: 2, name: 'another App is raised', told: 'The permission of another App was raised' },
    async act(learner) {
      await raise(learner, reader, 'read-write-directmessages');
      await learner.user('jonas_berg', viewer).post('/2/posts', post);
    },
  },
  {
    ...{
      step: 2,
      name: 'another setting is saved',
      told: 'The App was saved with the permission that it had',
    },
    async act(learner) {
      await learner.do('portal.updateApp', learner.appId(viewer), {
        description: 'Posts on a wall, and back',
      });
      await learner.user('jonas_berg', viewer).post('/2/posts', post);
    },
  },
  {
    ...{
      step: 2,
      name: 'the token is renewed at once',
      told: 'This token is younger than the change already',
    },
    async act(learner) {
      await raise(learner, viewer, 'read-write');
      await new SignIn(learner, viewer).byOAuth1('jonas_berg');
      await learner.user('jonas_berg', viewer).post('/2/posts', post);
    },
  },
  {
    ...{ step: 2, name: 'it is raised, and Bearer is chosen', told: 'It was the App’s own token again' },
    async act(learner) {
      await raise(learner, viewer, 'read-write');
      await learner.bearer(viewer).post('/2/posts', post);
    },
  },
  {
    ...{ step: 3, name: 'the old token is tried again', told: 'The token is older than the permission' },
    act: async (learner) => void (await learner.user('jonas_berg', viewer).post('/2/posts', post)),
  },
  {
    ...{ step: 3, name: 'the new token goes unused', told: 'The token is older than the permission' },
    async act(learner) {
      const old = learner.user('jonas_berg', viewer);
      await new SignIn(learner, viewer).byOAuth1('jonas_berg');
      await old.post('/2/posts', post);
    },
  },
  {
    ...{ step: 3, name: 'the level is lowered before the sign-in', told: 'The App may only read again' },
    async act(learner) {
      await raise(learner, viewer, 'read');
      await new SignIn(learner, viewer).byOAuth1('jonas_berg');
      await learner.user('jonas_berg', viewer).post('/2/posts', post);
    },
  },
  {
    ...{ step: 3, name: 'reading alone is asked for', told: 'The new token was asked for to read only' },
    async act(learner) {
      const flow = new SignIn(learner, viewer);
      await flow.byOAuth1('aiko_tan', flow.callback, { svc_auth_access_type: 'read' });
      await learner.user('aiko_tan', viewer).post('/2/posts', post);
    },
  },
  {
    ...{ step: 3, name: 'OAuth 2.0 is taken instead', told: 'It was created, by OAuth 2.0' },
    async act(learner) {
      await new SignIn(learner, viewer).byPkce(toWrite, 'jonas_berg');
      await new SignIn(learner, viewer).bearer('jonas_berg').post('/2/posts', post);
    },
  },
  {
    ...{ step: 3, name: 'another App posts', told: `It was created by ${reader}` },
    act: async (learner) => void (await learner.user('jonas_berg', reader).post('/2/posts', post)),
  },
  {
    ...{ step: 3, name: 'the API key is regenerated, which ends all tokens' },
    told: 'The platform does not know this token',
    async act(learner) {
      const old = learner.user('jonas_berg', viewer);
      const { made } = await learner.do('portal.regenerate', learner.appId(viewer), 'basic');
      if (made.kind !== 'basic') return;
      const { oauth_token, oauth_token_secret } = learner.credential('oauth1', viewer, 'jonas_berg');
      const { consumer_key, consumer_secret } = made;
      await old.get('/2/users/me');
      await learner
        .signing({ consumer_key, consumer_secret, oauth_token, oauth_token_secret })
        .post('/2/posts', post);
    },
  },
  {
    ...{ step: 4, name: 'an App in a Project is asked', told: 'That App is in a Project' },
    act: async (learner) => void (await learner.bearer(viewer).get(lookUp)),
  },
  {
    ...{ step: 4, name: 'it is attached at once', told: 'It was attached before it was refused' },
    async act(learner) {
      await attach(learner, sketch, 'Atlas');
      await learner.bearer(sketch).get(lookUp);
    },
  },
  {
    ...{ step: 4, name: 'it is refused again and again', told: 'The App is in no Project yet' },
    async act(learner) {
      await learner.bearer(sketch).get(lookUp);
      await learner.bearer(sketch).get(lookUp);
    },
  },
  {
    ...{ step: 4, name: 'another App answers in the end', told: 'It was answered for another App' },
    async act(learner) {
      await learner.bearer(sketch).get(lookUp);
      await attach(learner, sketch, 'Atlas');
      await learner.bearer(viewer).get(lookUp);
    },
  },
  {
    ...{ step: 5, name: 'the level is as it was', told: 'Read and write does not cover messages' },
    act: async (learner) => void (await learner.user('sam_ode', reader).post(toMira, post)),
  },
  {
    ...{ step: 5, name: 'the token is not renewed', told: 'The token is older than the level of the App' },
    async act(learner) {
      await raise(learner, reader, 'read-write-directmessages');
      await learner.user('sam_ode', reader).post(toMira, post);
    },
  },
  {
    ...{ step: 5, name: 'an App for messages sends it', told: `It was sent by ${courier}` },
    act: async (learner) => void (await learner.user('aiko_tan', courier).post(toMira, post)),
  },
  {
    ...{ step: 5, name: 'the App’s own token is taken', told: 'It was refused for another reason' },
    act: async (learner) => void (await learner.bearer(reader).post(toMira, post)),
  },
];
