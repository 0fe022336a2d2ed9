import type { Learner } from '../format/learner.ts';
import type { Solution } from '../format/lesson.ts';
import { SignIn } from '../format/sign-in.ts';

export const viewer = 'Northwind Viewer';
export const sketch = 'Pocket Sketch';
export const reader = 'Northwind Reader';

export const post = { text: 'The ferry is back.' };
export const lookUp = '/2/users/by/username/mira_holm';
export const toMira = '/2/dm_conversations/with/2244994945/messages';

export const raise = (
  learner: Learner,
  appName: string,
  level: 'read' | 'read-write' | 'read-write-directmessages',
) => learner.do('portal.updateApp', learner.appId(appName), { permission: level });

export const attach = (learner: Learner, appName: string, projectName: string) => {
  const project = learner.platform.portal.projects().find(({ name }) => name === projectName);
  return learner.do('portal.attachApp', learner.appId(appName), project?.id ?? '');
};

export const solution: Solution = [
  async (learner) => void (await learner.bearer(viewer).post('/2/posts', post)),
  async (learner) => void (await learner.user('jonas_berg', viewer).post('/2/posts', post)),
  async (learner) => {
    await raise(learner, viewer, 'read-write');
    await learner.user('jonas_berg', viewer).post('/2/posts', post);
  },
  async (learner) => {
    await new SignIn(learner, viewer).byOAuth1('jonas_berg');
    await learner.user('jonas_berg', viewer).post('/2/posts', post);
  },
  async (learner) => {
    await learner.bearer(sketch).get(lookUp);
    await attach(learner, sketch, 'Atlas');
    await learner.bearer(sketch).get(lookUp);
  },
  async (learner) => {
    await raise(learner, reader, 'read-write-directmessages');
    await new SignIn(learner, reader).byOAuth1('sam_ode');
    await learner.user('sam_ode', reader).post(toMira, post);
  },
];
