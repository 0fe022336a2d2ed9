import type { Learner } from '../format/learner.ts';
import type { Alternative } from '../format/lesson.ts';
import { SignIn } from '../format/sign-in.ts';
import { attach, lookUp, post, raise, reader, sketch, viewer } from './solution.ts';

/** A new Access Token of the owner, which the Portal creates without a sign-in. */
export async function regenerate(learner: Learner, appName: string): Promise<void> {
  const { made } = await learner.do('portal.regenerate', learner.appId(appName), 'oauth1');
  if (made.kind !== 'oauth1') return;
  const { consumer_key, consumer_secret } = learner.credential('basic', appName);
  learner.keep({ ...made, consumer_key, consumer_secret });
}

export const alternatives: readonly Alternative[] = [
  {
    ...{ step: 0, name: 'another App’s own token is tried' },
    act: async (learner) => void (await learner.bearer(reader).post('/2/posts', post)),
  },
  {
    ...{ step: 1, name: 'the owner of the App posts' },
    act: async (learner) => void (await learner.user('mira_holm', viewer).post('/2/posts', post)),
  },
  {
    ...{ step: 1, name: 'the App’s own token is tried once more before' },
    async act(learner) {
      await learner.bearer(viewer).post('/2/posts', post);
      await learner.user('jonas_berg', viewer).post('/2/posts', post);
    },
  },
  {
    ...{ step: 2, name: 'the App is given messages too' },
    async act(learner) {
      await raise(learner, viewer, 'read-write-directmessages');
      await learner.user('jonas_berg', viewer).post('/2/posts', post);
    },
  },
  {
    ...{ step: 2, name: 'a new token posts before the old one of the owner is refused' },
    async act(learner) {
      await raise(learner, viewer, 'read-write');
      await new SignIn(learner, viewer).byOAuth1('jonas_berg');
      await learner.user('jonas_berg', viewer).post('/2/posts', post);
      await learner.user('mira_holm', viewer).post('/2/posts', post);
    },
  },
  {
    ...{ step: 3, name: 'the owner makes a new token in Portal' },
    async act(learner) {
      await regenerate(learner, viewer);
      await learner.user('mira_holm', viewer).post('/2/posts', post);
    },
  },
  {
    ...{ step: 3, name: 'Aiko signs in, who never did before' },
    async act(learner) {
      await new SignIn(learner, viewer).byOAuth1('aiko_tan');
      await learner.user('aiko_tan', viewer).post('/2/posts', post);
    },
  },
  {
    ...{ step: 4, name: 'it is attached to a Project that was made for it' },
    async act(learner) {
      await learner.user('mira_holm', sketch).get(lookUp);
      const { made } = await learner.do('portal.createProject', 'Sketches', 'pro');
      await learner.do('portal.attachApp', learner.appId(sketch), made.id);
      await learner.user('mira_holm', sketch).get(lookUp);
    },
  },
  {
    ...{ step: 4, name: 'another call is refused first' },
    async act(learner) {
      await learner.user('mira_holm', sketch).get('/2/users/me');
      await attach(learner, sketch, 'Atlas');
      await learner.bearer(sketch).get(lookUp);
    },
  },
  {
    ...{ step: 5, name: 'the owner sends it with a token from Portal' },
    async act(learner) {
      await raise(learner, reader, 'read-write-directmessages');
      await regenerate(learner, reader);
      await learner.user('mira_holm', reader).post('/2/dm_conversations/with/2244994947/messages', post);
    },
  },
  {
    ...{ step: 5, name: 'it is refused once before, and sent into a conversation' },
    async act(learner) {
      const conversation = '/2/dm_conversations/2244994945-2244994948/messages';
      await learner.user('sam_ode', reader).post(conversation, post);
      await raise(learner, reader, 'read-write-directmessages');
      await new SignIn(learner, reader).byOAuth1('sam_ode');
      await learner.user('sam_ode', reader).post(conversation, post);
    },
  },
];
