import type { World } from '../../worker/api.ts';
import { counted } from '../parts/counted.ts';
import { readLine, saidBy } from './line.ts';
import type { StreamedPost } from './line.ts';
import type { Received } from './stream-reading.svelte.ts';

/** "@mira_holm", or the id of an unknown author; null if the line names none. */
export function authorOf({ username, authorId }: StreamedPost, users: World['users']): string | null {
  const name = username ?? users.find(({ id }) => id === authorId)?.username;
  return name === undefined ? authorId : `@${name}`;
}

/**
 * What arrived since an earlier count, for screen readers: a single post completely, of more the number; empty for
 * nothing.
 */
export function spokenOf({ count, lines, posts }: Received, told: number, users: World['users']): string {
  const more = count - told;
  if (more <= 0) return '';
  if (more > 1) return `${more} lines more, ${counted(posts, 'post')} in all`;
  const read = readLine(lines.at(-1)!.text);
  if (read.kind !== 'post') return read.kind === 'error' ? saidBy(read) : read.text;
  return [authorOf(read, users), read.text].filter(Boolean).join(': ');
}
