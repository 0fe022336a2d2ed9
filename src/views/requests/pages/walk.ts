/** The pages of a list that were read, in order, and what each answer adds. */
import type { ReadPage } from './paging.ts';

export interface SeenPage extends ReadPage {
  /** The token of the request; null for the first page. */
  readonly token: string | null;
  /** Epoch ms on the platform's clock. */
  readonly at: number;
}

/** A way through one list. */
export interface Walk {
  /** The list and its caller: if it differs, a new walk begins. */
  readonly of: string;
  readonly pages: readonly SeenPage[];
  /** Which page was answered last; -1 for none. */
  readonly shown: number;
  /** Whether the first known page is the start of the list. */
  readonly isWhole: boolean;
}

/** The most pages that are remembered. */
const mostPages = 1000;

export const noWalk: Walk = { of: '', pages: [], shown: -1, isWhole: true };

/** The walk after another answer. */
export function walked(walk: Walk, of: string, page: SeenPage): Walk {
  const { token } = page;
  const begun: Walk = { of, pages: [page], shown: 0, isWhole: token === null };
  if (walk.of !== of || token === null)
    return { ...begun, ...(token === null && walk.of === of && again(walk, page)) };
  const place = placeOf(walk.pages, token);
  if (place === null) return begun;
  if (place < 0) return { ...walk, pages: [page, ...walk.pages], shown: 0 };
  return { ...walk, ...put(walk.pages, place, page) };
}

/** The first page was requested again: the later pages stay if it ends as before. */
function again({ pages, isWhole }: Walk, page: SeenPage): Partial<Walk> {
  return isWhole && pages[0] && pages[0].next === page.next ? put(pages, 0, page) : {};
}

/** The index of a token's page: -1 before the first; null if no known page leads there. */
function placeOf(pages: readonly SeenPage[], token: string): number | null {
  const same = pages.findIndex((each) => each.token === token);
  if (same >= 0) return same;
  const before = pages.findIndex((each) => each.next === token);
  if (before >= 0) return before + 1;
  const after = pages.findIndex((each) => each.previous === token);
  return after >= 0 ? after - 1 : null;
}

/** A page that ends elsewhere than before leads elsewhere, so the later pages are dropped. */
function put(pages: readonly SeenPage[], at: number, page: SeenPage): Pick<Walk, 'pages' | 'shown'> {
  const former = pages[at];
  const rest = former && former.next !== page.next ? [] : pages.slice(at + 1);
  return { pages: [...pages.slice(0, at), page, ...rest].slice(0, mostPages), shown: at };
}

/** The token of the page before the shown one: remembered, or from the API; undefined for none. */
export function previousOf({ pages, shown, isWhole }: Walk): string | null | undefined {
  const before = pages[shown - 1];
  if (before) return before.token;
  return shown === 0 && !isWhole ? (pages[0]!.previous ?? undefined) : undefined;
}

export const nextOf = ({ pages, shown }: Walk): string | null => pages[shown]?.next ?? null;

/** Entries on more than one page. */
export function repeated(pages: readonly SeenPage[]): ReadonlySet<string> {
  const [seen, twice] = [new Set<string>(), new Set<string>()];
  for (const { id } of pages.flatMap(({ entries }) => entries))
    if (seen.has(id)) twice.add(id);
    else seen.add(id);
  return twice;
}
