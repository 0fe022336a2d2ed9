/** Mistakes in what is put between the parameters (RFC 5849 3.4.1.3.2). */
import { once } from './mistake.ts';
import type { Mistake } from './mistake.ts';
import type { Joints, Way } from './stages.ts';

const clause = 'RFC 5849 3.4.1.3.2';

const joined = (change: Partial<Joints>): Way['stages'] => ({
  joints: (next) => () => ({ ...next(), ...change }),
});

export const joiningMistakes: readonly Mistake[] = [
  {
    id: 'separators-unencoded',
    title: '= and & not encoded',
    clause: 'RFC 5849 3.4.1.1',
    cause: 'Names and values were encoded twice, but the = and & between them were not encoded',
    repair:
      'join the encoded parameters first, then encode the whole, so that = becomes %3D and & becomes %26',
    ways: () => [
      { stages: joined({ encoded: 'neither' }) },
      { detail: 'the & alone', stages: joined({ encoded: 'equals' }) },
    ],
  },
  {
    id: 'joined-with-entities',
    title: 'Parameters joined with &amp;',
    clause,
    cause: 'The parameters were joined with &amp; instead of &, as for HTML',
    repair: 'join the parameters with a bare &; in PHP, give http_build_query its separator',
    ways: once(joined({ ampersand: '&amp;' })),
  },
  {
    id: 'joined-with-commas',
    title: 'Parameters joined with commas',
    clause,
    cause: 'The parameters were joined with commas instead of &, as when an array is turned into text',
    repair: 'join name and value with = and the pairs with &; commas belong in the header alone',
    ways: () => [
      { stages: joined({ ampersand: ',' }) },
      { detail: 'names and values too', stages: joined({ ampersand: ',', equals: ',' }) },
    ],
  },
  {
    id: 'equals-left-out',
    title: 'No = behind a name without a value',
    clause,
    cause: 'A parameter with an empty value was signed without its =',
    repair: 'write the = behind every name, also when the value is empty',
    ways: once(joined({ always: false })),
  },
  {
    id: 'stray-ampersand',
    title: 'An & too many',
    clause,
    cause: 'The joined parameters have one & too many',
    repair: 'put the & between two parameters only, not behind each one or before each one',
    ways: () => [
      { detail: 'at their end', stages: joined({ after: '&' }) },
      { detail: 'at their start', stages: joined({ before: '&' }) },
    ],
  },
];
