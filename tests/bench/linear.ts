/**
 * `npm run bench -- linear`: what reads text that comes from outside takes time in proportion to its length, also where
 * the text is made to hold it up. Eight times as much text may cost twice as much a character; work that grows with the
 * square costs eight times as much. Both lengths are read in turns, as many characters of each, in processor time.
 */
import { readAuthorization } from '../../engine/auth/header.ts';
import { followedTokens } from '../../src/body/followed-tokens.ts';
import { tokenise } from '../../src/body/json.ts';
import {
  readWholeAnswer,
  readWholeDelivery,
  signatureIn,
} from '../../src/views/webhooks/answer/whole-answer.ts';
import { median, printFigures, short, sweep, timedAsync } from './figure.ts';
import type { Figure } from './figure.ts';

const times = 8;
const rounds = 7;

interface Reader<Input> {
  readonly what: string;
  /** The length of the short text, in repetitions. */
  readonly few: number;
  readonly make: (repetitions: number) => Input;
  readonly read: (input: Input) => unknown;
}

const reader = <Input>(
  what: string,
  few: number,
  make: Reader<Input>['make'],
  read: Reader<Input>['read'],
) => ({
  what,
  few,
  measure: () => measure({ what, few, make, read }),
});

const header = (what: string, few: number, make: (repetitions: number) => string) =>
  reader(`an Authorization header of ${what}`, few, (count) => `OAuth ${make(count)}`, readAuthorization);

const members = { data: { id: 'post', text: { id: 'user' }, referenced_posts: { id: 'post' } } } as const;
const post = (_: unknown, at: number) => ({ id: `${at}`, text: 'a', referenced_posts: [{ id: `${at}` }] });
const bodyOf = (posts: number) => JSON.stringify({ data: Array.from({ length: posts }, post) });

const readers = [
  header('parameters', 25_000, (count) => 'a="b", '.repeat(count)),
  header('spaces before a character', 200_000, (count) => `${' '.repeat(count)}x`),
  header('spaces behind a parameter', 200_000, (count) => `a="b"${' '.repeat(count)}x`),
  header('letters', 200_000, (count) => 'a'.repeat(count)),
  reader('the tokens of a JSON body of posts', 2000, bodyOf, tokenise),
  reader(
    'links in the tokens of a body of posts',
    4000,
    (posts) => tokenise(bodyOf(posts))!,
    (tokens) => followedTokens(tokens, members),
  ),
  reader(
    'an answer of headers without an end',
    40_000,
    (count) => `HTTP/1.1 200\n${'a: b\n'.repeat(count)}`,
    readWholeAnswer,
  ),
  reader(
    'an answer of `curl -v` of angle brackets',
    100_000,
    (count) => `< HTTP/1.1 200\n${'< '.repeat(count)}`,
    readWholeAnswer,
  ),
  reader('a delivery of headers', 60_000, (count) => `${'a:\n'.repeat(count)}\n\n`, readWholeDelivery),
  // Longer texts are not read as headers at all.
  reader(
    'a delivery whose signature is spaces',
    4000,
    (count) => `POST / HTTP/1.1\nsvc-webhooks-signature:${' '.repeat(count)}x\n\n`,
    readWholeDelivery,
  ),
  reader(
    'a delivery with spaces in its signature',
    4000,
    (count) => `POST / HTTP/1.1\nsvc-webhooks-signature: a${' '.repeat(count)}x\n\n`,
    readWholeDelivery,
  ),
  reader(
    'a signature header of spaces',
    1000,
    (count) => `svc-webhooks-signature:${' '.repeat(count)}x`,
    signatureIn,
  ),
];

console.log(`${times} times as much text: its cost a character, to that of the short text`);
await printFigures(readers.map(({ measure }) => measure));

async function measure<Input>({ what, few, make, read }: Reader<Input>): Promise<Figure[]> {
  const [small, large] = [make(few), make(few * times)];
  const again = await repetitions(() => read(large));
  const ofSmall: number[] = [];
  const ofLarge: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    sweep();
    const a = await timedAsync(() => repeat(() => read(small), again * times));
    sweep();
    const b = await timedAsync(() => repeat(() => read(large), again));
    if (round === 0) continue; // until the code is compiled
    ofSmall.push(a / (again * times));
    ofLarge.push(b / again);
  }
  const [a, b] = [median(ofSmall), median(ofLarge)];
  return [
    {
      what,
      value: b / a / times,
      aim: 2,
      detail: `${b.toFixed(3)} ms of ${short(few * times)}, ${a.toFixed(3)} of ${short(few)}`,
    },
  ];
}

/** How many repetitions the processor's clock needs: 20 ms. */
async function repetitions(work: () => unknown): Promise<number> {
  const once = await timedAsync(work);
  return Math.min(Math.ceil(20 / Math.max(once, 0.001)), 5000);
}

async function repeat(work: () => unknown, often: number): Promise<void> {
  for (let count = 0; count < often; count++) await work();
}
