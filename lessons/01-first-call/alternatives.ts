import type { Alternative } from '../format/lesson.ts';

export const alternatives: readonly Alternative[] = [
  {
    ...{ step: 0, name: 'another user is looked up' },
    act: async (learner) =>
      void (await learner.bearer('Northwind Reader').get('/2/users/by/username/sam_ode')),
  },
  {
    ...{ step: 0, name: 'by the token of another App' },
    act: async (learner) =>
      void (await learner.bearer('Northwind Viewer').get('/2/users/by/username/mira_holm')),
  },
  {
    ...{ step: 1, name: 'a token that was made up' },
    act: async (learner) =>
      void (await learner.withToken('AAAA-made-up').get('/2/users/by/username/mira_holm')),
  },
];
