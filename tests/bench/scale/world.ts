/** A platform whose first user has this many posts, one per second up to its current time. */
import { deserialize, serialize } from 'node:v8';
import { createPlatform } from '../../../engine/index.ts';
import type { Row, Snapshot } from '../../../engine/inside.ts';
import { firstIdAt } from '../../../engine/state/ids.ts';

const starter = createPlatform({ scenario: 'small' });
export const { initialCredentials } = starter;
export const author = '2244994945';
export const now = starter.clock.now();

export const postRow = (at: number, count: number): Row => {
  const created_at = now - (count - at) * 1000;
  const id = firstIdAt(created_at);
  return {
    id,
    author_id: author,
    text: `Post number ${at} says something that is of the usual length`,
    created_at,
    conversation_id: id,
    in_reply_to_post_id: null,
    in_reply_to_user_id: null,
    quoted_post_id: null,
    reposted_post_id: null,
    poll_id: null,
    community_id: null,
    reply_settings: 'everyone',
    lang: 'en',
    entities: null,
    hidden: false,
    source: { name: 'Northwind Reader', url: 'https://northwind-reader.example' },
  };
};

/** As a database returns them: every text is a separate object. */
export function postRows(count: number): Row[] {
  const rows: Row[] = [];
  for (let from = 0; from < count; from += 1000) {
    const block = Array.from({ length: Math.min(1000, count - from) }, (_, at) => postRow(from + at, count));
    rows.push(...(deserialize(serialize(block)) as Row[]));
  }
  return rows;
}

export function withPosts(posts: readonly Row[]): Snapshot {
  const { tables, ...head } = starter.snapshot();
  const users = tables['users']!.map((row) => ({ ...row, pinned_post_id: null }));
  return { ...head, tables: { ...tables, users, posts, polls: [] } };
}
