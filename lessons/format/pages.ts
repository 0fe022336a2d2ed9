/** The requested pages of a list, joined by their tokens. */
import { isRecord } from '../../engine/inside.ts';
import type { Call } from './facts.ts';

/** From the first page on, as far as tokens led to the next page. All pages are of one list. Never empty. */
export interface Walk {
  readonly pages: readonly Call[];
  /** The token in the last of the pages; null at the end of the list. */
  readonly next: string | null;
}

const tokenNames = ['pagination_token', 'next_token'];

export const tokenOf = ({ query }: Call): string | null =>
  tokenNames.map((name) => query.get(name)).find((token) => token !== null) ?? null;

function nextOf({ answer }: Call): string | null {
  const { meta } = answer;
  const token = isRecord(meta) ? meta['next_token'] : undefined;
  return typeof token === 'string' ? token : null;
}

/** All ways through the answered pages that begin with the first page of a list; the latest last. */
export function walksIn(calls: readonly Call[]): readonly Walk[] {
  const pages = calls.filter(({ isAccepted }) => isAccepted);
  return pages.filter((page) => tokenOf(page) === null).map((first) => walkFrom(first, pages));
}

function walkFrom(first: Call, all: readonly Call[]): Walk {
  const pages = [first];
  for (let page = first; ;) {
    const next = nextOf(page);
    const after = next === null ? undefined : all.find((each) => tokenOf(each) === next);
    if (!after || pages.includes(after)) return { pages, next };
    pages.push((page = after));
  }
}

/** The resources of all pages, in order. */
export const resourcesOf = ({ pages }: Walk): Call['data'] => pages.flatMap(({ data }) => data);
