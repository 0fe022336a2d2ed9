import { isRecord } from '../../engine/inside.ts';
import type { Learner } from '../format/learner.ts';
import type { Solution } from '../format/lesson.ts';

export const reader = (learner: Learner) => learner.bearer('Northwind Reader');

export const ids = '2021109374776246272,2021124474270646272,2021849250001846272,2021985145451446272';
export const fourPosts = `/2/posts?ids=${ids}`;
export const withAuthors = `${fourPosts}&post.fields=created_at&expansions=author_id`;
export const pinned = '2020777185899446272';
export const missing = '2021109374776246999';
export const partly = `/2/posts?ids=2021109374776246272,${missing},2021985145451446272`;
export const users = '/2/users/by?usernames=mira_holm,aiko_tan,no_one_here&expansions=pinned_post_id';

/** Joins posts and users by id, in the form that the lesson asks for. */
async function writeAuthors(learner: Learner): Promise<void> {
  const { data, includes } = (await reader(learner).get(withAuthors)).json;
  const names = data.map(
    (post) => includes['users']?.find(({ id }) => id === post['author_id'])?.['username'],
  );
  learner.write(names.join(', '));
}

async function writeMissing(learner: Learner): Promise<void> {
  const { errors } = (await reader(learner).get(partly)).json;
  learner.write(errors.flatMap((each) => (isRecord(each) ? [String(each['resource_id'])] : [])).join());
}

export const solution: Solution = [
  async (learner) => void (await reader(learner).get(fourPosts)),
  async (learner) => void (await reader(learner).get(`${fourPosts}&post.fields=created_at,author_id`)),
  writeAuthors,
  async (learner) => {
    await reader(learner).get(`/2/posts/${Number(pinned)}`);
    await reader(learner).get(`/2/posts/${pinned}`);
  },
  writeMissing,
  async (learner) => void (await reader(learner).get(users)),
];
