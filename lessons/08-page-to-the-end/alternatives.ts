import type { Alternative } from '../format/lesson.ts';
import { app } from './posts.ts';
import { day, get, harbour, posts, replies, search, turn } from './solution.ts';

export const alternatives: readonly Alternative[] = [
  {
    ...{ step: 0, name: 'another word, signed for a user' },
    act: async (learner) => void (await learner.user('sam_ode', app).get(search('rain'))),
  },
  {
    ...{ step: 1, name: 'the other way round' },
    act: async (learner) => void (await get(learner, search('harbour (rain OR fog)'))),
  },
  {
    ...{ step: 1, name: 'without brackets, with harbour on both sides' },
    act: async (learner) => void (await get(learner, search('fog harbour OR rain harbour'))),
  },
  {
    ...{ step: 1, name: 'on the third try' },
    act: async (learner) => {
      for (const query of ['(fog OR rain harbour', 'fog OR rain harbour', harbour])
        await get(learner, search(query));
    },
  },
  {
    ...{ step: 2, name: 'by the ids of the first and the last' },
    act: async (learner) => {
      const { data } = await get(learner, search(harbour));
      const [newest, oldest] = [data[0]?.id, data.at(-1)?.id];
      await get(learner, search(harbour, `&since_id=${oldest}&until_id=${newest}`));
    },
  },
  {
    ...{ step: 2, name: 'with milliseconds, in pages of a hundred' },
    act: async (learner) => {
      const span = '&start_time=2026-03-01T00:00:00.000Z&end_time=2026-03-02T00:00:00.000Z';
      await get(learner, search(harbour, `${span}&max_results=100`));
    },
  },
  {
    ...{ step: 3, name: 'in longer pages, with a look back' },
    act: async (learner) => {
      const long = posts.replace('max_results=5', 'max_results=100');
      await turn(learner, long, 2);
      await get(learner, long);
      await turn(learner, long);
      learner.write('6 posts');
    },
  },
  {
    ...{ step: 3, name: 'for a user, after a list with replies' },
    act: async (learner) => {
      await turn(learner, posts.replace('exclude=replies&', ''), 2);
      await turn(learner, `${posts}&post.fields=created_at`);
      learner.write('3');
      learner.write('6');
    },
  },
  {
    ...{ step: 4, name: 'on one long page' },
    act: async (learner) => void (await get(learner, `${replies}&max_results=100`)),
  },
  {
    ...{ step: 4, name: 'after the first page of the day' },
    act: async (learner) => {
      await get(learner, `${replies}${day}`);
      await turn(learner, replies, 1);
      await turn(learner, search('is:reply from:jonas_berg', '&sort_order=relevancy'));
    },
  },
];
