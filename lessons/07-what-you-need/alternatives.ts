import type { Alternative } from '../format/lesson.ts';
import { fourPosts, ids, missing, partly, pinned, reader, users, withAuthors } from './solution.ts';

const app = 'Northwind Reader';

export const alternatives: readonly Alternative[] = [
  {
    ...{ step: 0, name: 'signed for a user' },
    act: async (learner) => void (await learner.user('sam_ode', app).get(fourPosts)),
  },
  {
    ...{ step: 0, name: 'by another App, in another order' },
    act: async (learner) => {
      const backwards = ids.split(',').reverse().join(',');
      await learner.bearer('Northwind Viewer').get(`/2/posts?ids=${backwards}`);
    },
  },
  {
    ...{ step: 1, name: 'with more fields, after one that does not exist' },
    act: async (learner) => {
      await reader(learner).get(`${fourPosts}&post.fields=author`);
      await reader(learner).get(`${fourPosts}&post.fields=lang,author_id,public_metrics,created_at`);
    },
  },
  {
    ...{ step: 1, name: 'with fields that an expansion brings' },
    act: async (learner) =>
      void (await reader(learner).get(`${fourPosts}&post.fields=created_at,author_id&expansions=author_id`)),
  },
  {
    ...{ step: 2, name: 'with fields of the users, written with @ on four lines' },
    act: async (learner) => {
      await reader(learner).get(`${withAuthors}&user.fields=name,verified`);
      learner.write('@mira_holm\n@sam_ode\n@Mira_Holm\n@jonas_berg');
    },
  },
  {
    ...{ step: 2, name: 'written wrong first' },
    act: async (learner) => {
      await reader(learner).get(withAuthors);
      learner.write('mira_holm, sam_ode, jonas_berg');
      learner.write('mira_holm, sam_ode, mira_holm, jonas_berg');
    },
  },
  {
    ...{ step: 3, name: 'in a lookup of several' },
    act: async (learner) => {
      await reader(learner).get(`/2/posts?ids=${Number(pinned)}`);
      await reader(learner).get(`/2/posts?ids=${pinned}`);
    },
  },
  {
    ...{ step: 3, name: 'with the id of another post rounded' },
    act: async (learner) => {
      await reader(learner).get(`/2/posts/${Number('2021124474270646272')}`);
      await reader(learner).get(`/2/posts/${pinned}`);
    },
  },
  {
    ...{ step: 4, name: 'signed for a user, and with fields' },
    act: async (learner) => {
      await learner.user('mira_holm', app).get(`${partly}&post.fields=lang`);
      learner.write(` ${missing}\n`);
    },
  },
  {
    ...{ step: 5, name: 'by ids' },
    act: async (learner) =>
      void (await reader(learner).get('/2/users?ids=2244994945,1&expansions=pinned_post_id')),
  },
  {
    ...{ step: 5, name: 'after a call without the expansion' },
    act: async (learner) => {
      await reader(learner).get('/2/users/by?usernames=mira_holm,aiko_tan,no_one_here');
      await reader(learner).get(users);
    },
  },
];
