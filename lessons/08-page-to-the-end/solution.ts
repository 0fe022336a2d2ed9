import { isRecord } from '../../engine/inside.ts';
import type { Learner } from '../format/learner.ts';
import type { Solution } from '../format/lesson.ts';
import { app } from './posts.ts';

export const search = (query: string, more = ''): string =>
  `/2/posts/search/recent?query=${encodeURIComponent(query)}${more}`;

export const get = async (learner: Learner, path: string) => (await learner.bearer(app).get(path)).json;

/** Requests the pages of a list up to its end, or this many of them; returns the number of resources. */
export async function turn(learner: Learner, path: string, most = Infinity): Promise<number> {
  let count = 0;
  let token: string | null = null;
  for (let page = 0; page < most; page++) {
    const { data, meta } = await get(
      learner,
      token === null ? path : `${path}&pagination_token=${encodeURIComponent(token)}`,
    );
    count += Array.isArray(data) ? data.length : 0;
    const next: unknown = isRecord(meta) ? meta['next_token'] : undefined;
    if (typeof next !== 'string') break;
    token = next;
  }
  return count;
}

export const harbour = '(fog OR rain) harbour';
export const day = '&start_time=2026-03-01T00:00:00Z&end_time=2026-03-02T00:00:00Z';
export const posts = '/2/users/2244994946/posts?exclude=replies&max_results=5';
export const replies = search('from:jonas_berg is:reply');

export const solution: Solution = [
  async (learner) => void (await get(learner, search('fog'))),
  async (learner) => void (await get(learner, search(harbour))),
  async (learner) => void (await get(learner, search(harbour, day))),
  async (learner) => learner.write(String(await turn(learner, posts))),
  async (learner) => void (await turn(learner, replies)),
];
