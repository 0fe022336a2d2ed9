import { expect } from 'vitest';
import type { Client, Entity } from '../../testing/platform.ts';

/** The ids of a list; none for an answer that omits `data`. */
export const idsOf = (data: readonly Entity[] | undefined): string[] => (data ?? []).map(({ id }) => id);

/**
 * Follows a token to the end, starting with the page that `from` leads to, and returns the ids of each page. `path` has
 * a query.
 */
export async function walk(
  client: Client,
  path: string,
  token: 'next_token' | 'previous_token',
  from?: string,
): Promise<string[][]> {
  const pages: string[][] = [];
  for (let at = from; pages.length === 0 || at !== undefined;) {
    const { data, meta } = (await client.get(at === undefined ? path : `${path}&pagination_token=${at}`))
      .json;
    pages.push(idsOf(data));
    expect(meta.result_count).toBe(pages.at(-1)!.length);
    at = meta[token];
  }
  return pages;
}
