import { createPlatform } from '../../engine/inside.ts';
import { Learner } from '../format/learner.ts';
import type { Mistake } from '../format/lesson.ts';
import { day, get, harbour, posts, replies, search, turn } from './solution.ts';

const mistake = (step: number, name: string, told: string, path: string, pages = 1): Mistake => ({
  ...{ step, name, told },
  act: async (learner) => void (await turn(learner, path, pages)),
});

const written = (name: string, told: string, text: string): Mistake => ({
  ...{ step: 3, name, told },
  act: async (learner) => {
    await turn(learner, posts);
    learner.write(text);
  },
});

export const mistakes: readonly Mistake[] = [
  mistake(0, 'a word that nobody wrote', 'Nobody has posted that', search('thunderstorm')),
  mistake(0, 'a bracket too many', 'The query cannot be read', search('fog)')),
  mistake(
    1,
    'without brackets',
    'Posts are found that are not about fog or rain at the harbour',
    search('fog OR rain harbour'),
  ),
  mistake(1, 'with AND', 'The query cannot be read', search('(fog OR rain) AND harbour')),
  mistake(1, 'with or in small letters', 'The query cannot be read', search('(fog or rain) harbour')),
  mistake(1, 'with one of the two words', 'Some of the posts are missing', search('fog harbour')),
  mistake(1, 'with all three words', 'No post has all of these words', search('fog rain harbour')),
  mistake(
    2,
    'until the last second',
    'The last second of the day is missing',
    search(harbour, '&start_time=2026-03-01T00:00:00Z&end_time=2026-03-01T23:59:59Z'),
  ),
  mistake(
    2,
    'without an end',
    'One end of the day is open',
    search(harbour, '&start_time=2026-03-01T00:00:00Z'),
  ),
  mistake(
    2,
    'by the day in Bergen',
    'Posts of the day are missing',
    search(harbour, '&start_time=2026-02-28T23:00:00Z&end_time=2026-03-01T23:00:00Z'),
  ),
  mistake(
    2,
    'with a day too many',
    'Posts of other days are found',
    search(harbour, '&start_time=2026-02-28T00:00:00Z&end_time=2026-03-02T00:00:00Z'),
  ),
  mistake(
    2,
    'without a time of the day',
    'This is not a time that the search accepts',
    search(harbour, '&start_time=2026-03-01&end_time=2026-03-02'),
  ),
  mistake(2, 'for too little', 'Posts of the day are missing', search('fog harbour', day)),
  mistake(3, 'the first page alone', 'This page is short, and it is not the last one', posts),
  mistake(3, 'up to the empty page', 'This page is empty, and it is not the last one', posts, 2),
  mistake(3, 'with replies', 'His replies are in this list too', posts.replace('exclude=replies&', ''), 9),
  mistake(3, 'of another user', 'This is somebody else’s list', posts.replace('4946', '4945'), 9),
  {
    ...{ step: 3, name: 'with a token of another list', told: 'The page was refused' },
    act: async (learner) => {
      const { meta } = await get(learner, posts);
      const other = posts.replace('exclude=replies', 'exclude=reposts');
      await get(learner, `${other}&pagination_token=${meta['next_token']}`);
    },
  },
  written('of the first page', 'There are more', '3'),
  written('with the replies', 'There are fewer', '19 posts'),
  written('in words', 'This is not a number', 'a few'),
  mistake(4, 'the first page alone', 'There is another page', replies),
  mistake(4, 'with all his posts', 'Posts are found that are not his replies', search('from:jonas_berg'), 9),
  mistake(
    4,
    'of too short a time',
    'Some of his replies are missing',
    `${replies}&start_time=2026-03-02T00:10:00Z`,
    9,
  ),
  mistake(
    4,
    'by an operator that does not exist',
    'The query cannot be read',
    search('from:jonas_berg is:replies'),
  ),
  {
    ...{ step: 4, name: 'from the second page on', told: 'The list was not started at its first page' },
    act: async (learner) => {
      // The first page was requested before the step was restarted.
      const before = createPlatform({
        snapshot: learner.platform.snapshot(),
        now: () => learner.platform.clock.now(),
      });
      const { meta } = await get(new Learner(before, learner.vault), replies);
      await get(learner, `${replies}&pagination_token=${meta['next_token']}`);
    },
  },
  {
    ...{ step: 3, name: 'back from the second page', told: 'This page is empty, and it is not the last one' },
    act: async (learner) => {
      const { meta } = await get(learner, posts);
      const second = await get(learner, `${posts}&pagination_token=${meta['next_token']}`);
      await get(learner, `${posts}&pagination_token=${second.meta['previous_token']}`);
    },
  },
];
