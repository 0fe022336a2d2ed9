/** Product sets in words. */
import type { DraftFilter, Match, Moved, SetHistory, ToldCause } from '../../../../worker/api.ts';
import { figure } from '../../../parts/figures.ts';
import { timeOf } from '../../../parts/time.ts';
import { isSame } from './draft.ts';

const comparisons: Readonly<Record<string, string>> = {
  GREATER_THAN: 'over',
  LESS_THAN: 'under',
  EQUAL_TO: 'exactly',
  MATCH: 'matching',
  CONTAINS: 'containing',
  NOT_CONTAINS: 'without',
};

/** "price under 120.00 USD". */
export const filterWords = ({ attribute, operator, value }: DraftFilter): string =>
  `${attribute} ${comparisons[operator] ?? operator} ${value}`;

/** What the person changed in the filters since the last save, as sentences; at most three. */
export function editWords(saved: readonly DraftFilter[], draft: readonly DraftFilter[]): readonly string[] {
  const isIn = (some: readonly DraftFilter[], one: DraftFilter) =>
    some.some((each) => isSame({ ...each }, { ...one }));
  const gone = saved.filter((each) => !isIn(draft, each));
  const added = draft.filter((each) => !isIn(saved, each));
  const said = added.map((each) => {
    const former = gone.find(({ attribute }) => attribute === each.attribute);
    if (!former) return `You added ${filterWords(each)}.`;
    gone.splice(gone.indexOf(former), 1);
    return changeWords(former, each);
  });
  const all = [...said, ...gone.map((each) => `You removed ${filterWords(each)}.`)];
  return all.length <= 3 ? all : [...all.slice(0, 2), `You made ${all.length - 2} more changes.`];
}

function changeWords(from: DraftFilter, to: DraftFilter): string {
  if (from.operator !== to.operator) return `You changed ${filterWords(from)} to ${filterWords(to)}.`;
  const [before, after] = [Number.parseFloat(from.value), Number.parseFloat(to.value)];
  const verb =
    /^\d/.test(from.value) && /^\d/.test(to.value) && before !== after
      ? after > before
        ? 'raised'
        : 'lowered'
      : 'changed';
  return `You ${verb} ${from.attribute} from ${from.value} to ${to.value}.`;
}

/** The last segment of a feed's address. */
export const feedName = (url: string): string =>
  /[^/?]+(?=\/?(?:\?|$))/.exec(url.replace(/^https?:\/\//i, ''))?.[0] ?? url;

export function causeWords(cause: ToldCause): string {
  if (cause.type === 'call') return 'by a call';
  return `by ${cause.feedUrl === null ? 'a feed that is gone' : feedName(cause.feedUrl)}`;
}

/** "3 came and 14 left by catalogue.csv." for each distinct cause. */
export const historyWords = ({ causes }: SetHistory): readonly string[] =>
  causes.slice(0, 3).map(({ came, went, cause }) => {
    const parts = [
      ...(came > 0 ? [`${figure(came)} came`] : []),
      ...(went > 0 ? [`${figure(went)} left`] : []),
    ];
    return `${parts.join(' and ')} ${causeWords(cause)}.`;
  });

/** "inventory 3 → 0 at 21:43:46, by catalogue.csv". */
export function movedWords({ moved, change, at, cause }: Moved): string {
  const what = change
    ? `${change.attribute} ${change.before ?? 'none'} → ${change.after ?? 'none'}`
    : moved === 'came'
      ? 'a new product'
      : 'the product was removed';
  return `${what} at ${timeOf(at)}, ${causeWords(cause)}`;
}

/** "Clothing > Coats, 12 in stock". */
export const matchWords = ({ product_type, inventory, id }: Omit<Match, 'fails' | 'moved'>): string =>
  [product_type ?? id, ...(inventory === null ? [] : [`${figure(inventory)} in stock`])].join(', ');

/** The same, preceded by what keeps the product out: "its price is 130.00 USD, Clothing > Coats, 12 in stock". */
export function productWords(match: Match): string {
  const { fails, moved } = match;
  if (fails === null || moved === 'came') return matchWords(match);
  const why = fails.has === null ? `it has no ${fails.attribute}` : `its ${fails.attribute} is ${fails.has}`;
  return `${why}, ${matchWords(match)}`;
}
