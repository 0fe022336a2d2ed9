/** Mistakes in the order of parameters (RFC 5849 3.4.1.3.2). */
import type { Parameter, SignedParameter } from '../../auth/signature.ts';
import { instead, once } from './mistake.ts';
import type { Mistake } from './mistake.ts';
import type { Way } from './stages.ts';

const sources = ['header', 'query', 'body'] as const;
const permutations = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 1, 0],
  [1, 0, 2],
  [2, 0, 1],
  [0, 2, 1],
] as const;

const asTheyCame = permutations.map((permutation): Way => {
  const places = permutation.map((index): Parameter['from'] => sources[index]);
  return {
    detail: `in the order ${places.join(', ')}`,
    stages: {
      sort: instead<'sort'>((all) => places.flatMap((place) => all.filter((each) => each.from === place))),
    },
  };
});

const clause = 'RFC 5849 3.4.1.3.2';
const sortRightly = 'sort by encoded name and, among equal names, by encoded value, in the order of bytes';

const sortedBy = (...keys: readonly ((parameter: SignedParameter) => string)[]): Way['stages'] => ({
  sort: instead<'sort'>((all) =>
    all.toSorted((a, b) => {
      for (const key of keys) {
        const [one, other] = [key(a), key(b)];
        if (one !== other) return one < other ? -1 : 1;
      }
      return 0;
    }),
  ),
});

export const sortingMistakes: readonly Mistake[] = [
  {
    id: 'unsorted',
    title: 'Parameters not sorted',
    clause,
    cause: 'The parameters were joined in the order in which they came',
    repair: sortRightly,
    ways: () => asTheyCame,
  },
  {
    id: 'sorted-decoded',
    title: 'Sorted before encoding',
    clause,
    cause: 'The parameters were sorted by their decoded names',
    repair: sortRightly,
    ways: once(
      sortedBy(
        ({ name }) => name,
        ({ value }) => value,
      ),
    ),
  },
  {
    id: 'sorted-joined',
    title: 'Sorted after joining with =',
    clause,
    cause: 'The parameters were sorted as `name=value`, so that the = affects the order',
    repair: sortRightly,
    ways: once(sortedBy(({ encodedName, encodedValue }) => `${encodedName}=${encodedValue}`)),
  },
  {
    id: 'sorted-without-case',
    title: 'Sorted without regard to case',
    clause,
    cause: 'The parameters were sorted without regard to case',
    repair: sortRightly,
    ways: once(
      sortedBy(
        ({ encodedName }) => encodedName.toLowerCase(),
        ({ encodedValue }) => encodedValue.toLowerCase(),
      ),
    ),
  },
  {
    id: 'sorted-by-name-only',
    title: 'Equal names not sorted by value',
    clause,
    cause: 'Parameters with equal names were left in the order in which they came',
    repair: sortRightly,
    ways: once(sortedBy(({ encodedName }) => encodedName)),
  },
];
