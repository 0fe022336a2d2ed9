import type { Mistake } from '../format/lesson.ts';
import { fourPosts, missing, partly, pinned, reader, withAuthors } from './solution.ts';

const mistake = (step: number, name: string, told: string, path: string, written?: string): Mistake => ({
  ...{ step, name, told },
  act: async (learner) => {
    await reader(learner).get(path);
    if (written !== undefined) learner.write(written);
  },
});

export const mistakes: readonly Mistake[] = [
  mistake(0, 'with fields', 'More was asked for than the default', `${fourPosts}&post.fields=author_id`),
  mistake(0, 'for one post', 'Not all four posts were asked for', `/2/posts?ids=${pinned}`),
  mistake(
    0,
    'for something that is no id',
    'A parameter has a name or a value that is unknown',
    '/2/posts?ids=first',
  ),
  {
    ...{ step: 0, name: 'without a token', told: 'The lookup was refused' },
    act: async (learner) => void (await learner.anonymous.get(fourPosts)),
  },
  mistake(1, 'as before', 'No field was named', fourPosts),
  mistake(1, 'with one field', 'One of the two is missing', `${fourPosts}&post.fields=created_at`),
  mistake(1, 'with fields of users', 'These fields are for users', `${fourPosts}&user.fields=created_at`),
  mistake(
    1,
    'by another name',
    'A parameter has a name or a value that is unknown',
    `${fourPosts}&fields=created_at,author_id`,
  ),
  mistake(2, 'without an expansion', 'The authors did not come along', `${fourPosts}&post.fields=author_id`),
  mistake(2, 'with fields of users alone', 'Fields of users, but no users', `${fourPosts}&user.fields=name`),
  mistake(
    2,
    'by the place in the list',
    'These are the users of includes, each of them once',
    withAuthors,
    'mira_holm sam_ode jonas_berg',
  ),
  mistake(2, 'two of them', 'There are four posts', withAuthors, '@mira_holm, @sam_ode'),
  mistake(
    2,
    'the last two swapped',
    'At least one author is another user',
    withAuthors,
    'mira_holm, sam_ode, jonas_berg, mira_holm',
  ),
  mistake(3, 'the whole id at once', 'This id is whole', `/2/posts/${pinned}`),
  mistake(
    3,
    'an id that nobody gave',
    'Nothing was found, but not because an id was rounded',
    '/2/posts/1234',
  ),
  {
    ...{ step: 3, name: 'rounded twice', told: 'The id still ends in zeros' },
    act: async (learner) => {
      await reader(learner).get(`/2/posts/${Number(pinned)}`);
      await reader(learner).get(`/2/posts/${Number(pinned)}`);
    },
  },
  {
    ...{ step: 3, name: 'then another post', told: 'This is the id of another post' },
    act: async (learner) => {
      await reader(learner).get(`/2/posts/${Number(pinned)}`);
      await reader(learner).get('/2/posts/2021124474270646272');
    },
  },
  mistake(4, 'the three that exist', 'All of the posts exist', fourPosts),
  mistake(4, 'the missing one alone', 'None of the posts exists', `/2/posts?ids=${missing}`),
  mistake(4, 'with a comma too many', 'The whole call was refused', `${partly},`),
  mistake(4, 'one that was found', 'The error names another id', partly, '2021109374776246272'),
  mistake(4, 'as a number', 'The id was rounded on its way', partly, String(Number(missing))),
  mistake(
    5,
    'without an expansion',
    'The pinned post is not in the answer',
    '/2/users/by?usernames=mira_holm,aiko_tan,no_one_here',
  ),
  mistake(
    5,
    'without the name that nobody has',
    'Every name in the call belongs to a user',
    '/2/users/by?usernames=mira_holm,aiko_tan&expansions=pinned_post_id',
  ),
  mistake(
    5,
    'by an expansion that users do not have',
    'The call was refused as a whole',
    '/2/users/by?usernames=mira_holm,no_one_here&expansions=pinned_post',
  ),
];
