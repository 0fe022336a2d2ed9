import type { Mistake } from '../../../lessons/format/lesson.ts';
import { mira, miraId } from './solution.ts';

const refused = 'The platform refused it';

export const mistakes: readonly Mistake[] = [
  {
    ...{ step: 0, name: 'the path has a name instead of an id', told: refused },
    act: async (learner) => void (await mira(learner).get('/2/users/jonas_berg/posts')),
  },
  {
    ...{ step: 1, name: 'the path names somebody else', told: refused },
    act: async (learner) => void (await mira(learner).post('/2/users/2244994946/likes', { post_id: '1' })),
  },
  {
    ...{ step: 2, name: 'another post', told: 'It was accepted, and nothing was there to take back' },
    async act(learner) {
      const { json } = await mira(learner).get(`/2/users/${miraId}/posts`);
      await mira(learner).delete(`/2/users/${miraId}/likes/${json.data[0]?.id ?? ''}`);
    },
  },
  {
    ...{ step: 3, name: 'a post that does not exist', told: refused },
    act: async (learner) => void (await mira(learner).get('/2/posts/999/liking_users')),
  },
];
