/** Receivers to start from. The first two are as one would write them; each of the others has the mistake that it is named for. */
import correctOnce from './ready-made/correct-once.js?raw';
import correct from './ready-made/correct.js?raw';
import failing from './ready-made/failing.js?raw';
import noPrefix from './ready-made/no-prefix.js?raw';
import oracle from './ready-made/oracle.js?raw';
import plainText from './ready-made/plain-text.js?raw';
import redirect from './ready-made/redirect.js?raw';
import slow from './ready-made/slow.js?raw';
import wrongField from './ready-made/wrong-field.js?raw';

/** The correct one, with a place for the secret of another App. */
const wrongSecret = correct
  .replace(
    /^\/\/ .*\n/,
    '// The consumer secret of another App: every signature is right, and none is right for this one.\n',
  )
  .replace('CONSUMER_SECRET', 'OTHER_SECRET');

/** Where no other App has one. */
const nobodysSecret = 'jVxE1ejZ0xaW5gd7qC2kTmUQb8oHfRsLwYpN3tMvA6iKzDuGcJ';

export interface ReadyMade {
  readonly id: string;
  readonly name: string;
  /** The end of a sentence that begins with it. */
  readonly about: string;
  /** Why it must not be used, where it passes the checks all the same. */
  readonly unsafe?: string;
  /** With a place for the consumer secret, or for that of another App: `codeFor` fills it. */
  readonly text: string;
}

export const readyMade: readonly ReadyMade[] = [
  {
    id: 'correct',
    name: 'Correct',
    about: 'answers the check, takes every event that is signed',
    text: correct,
  },
  {
    id: 'correct-once',
    name: 'Correct, no repeats',
    about: 'verifies, and drops what it has seen',
    text: correctOnce,
  },
  {
    id: 'wrong-secret',
    name: 'Wrong secret',
    about: 'signs with the secret of another App',
    text: wrongSecret,
  },
  { id: 'wrong-field', name: 'Wrong field', about: 'token instead of response_token', text: wrongField },
  { id: 'no-prefix', name: 'No prefix', about: 'Base64 without sha256=', text: noPrefix },
  { id: 'plain-text', name: 'Plain text', about: 'the value alone, no JSON', text: plainText },
  { id: 'slow', name: 'Slow, 5 s', about: 'later than the 3 s of a check', text: slow },
  { id: 'failing', name: '500', about: 'throws each time', text: failing },
  { id: 'redirect', name: 'Redirect', about: '302 to another address', text: redirect },
  {
    id: 'oracle',
    name: 'Oracle',
    about: 'signs whatever it is asked',
    unsafe:
      'Oracle passes every check, and signs a forged delivery for anyone who sends it as the token. The correct ones sign only what looks like a token.',
    text: oracle,
  },
];

/**
 * The code with the consumer secret in its place, or with the secret of another App where that is its mistake. A
 * constant, because it is what a person reads and changes: an environment would have to be filled somewhere else, for a
 * receiver that belongs to no App.
 */
export const codeFor = (
  { text }: Pick<ReadyMade, 'text'>,
  consumerSecret: string,
  otherSecret = nobodysSecret,
): string =>
  text
    .replace(`'CONSUMER_SECRET'`, () => literal(consumerSecret))
    .replace(`'OTHER_SECRET'`, () => literal(otherSecret));

/** Whether the code is this receiver's, to the letter, with this secret in either place. */
export const isFilled = (ready: ReadyMade, secret: string, code: string): boolean =>
  [codeFor(ready, secret), codeFor(ready, '', secret)].includes(code);

/** A secret has no quotes; what somebody typed may. */
const literal = (text: string): string =>
  `'${text.replace(/[\\']/g, '\\$&').replace(/[\n\r\u2028\u2029]/g, '')}'`;
