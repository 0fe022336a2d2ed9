import type { Alternative } from '../../../lessons/format/lesson.ts';

export const alternatives: readonly Alternative[] = [
  {
    ...{ step: 0, name: 'the posts are read by the App’s own token' },
    act: async (learner) => void (await learner.bearer('Northwind Reader').get('/2/users/2244994946/posts')),
  },
];
