/** Receivers to start from. The first two are correct; each of the others has the mistake in its name. */
import correctOnce from './ready-made/correct-once.js?raw';
import correct from './ready-made/correct.js?raw';
import failing from './ready-made/failing.js?raw';
import noPrefix from './ready-made/no-prefix.js?raw';
import oracle from './ready-made/oracle.js?raw';
import plainText from './ready-made/plain-text.js?raw';
import redirect from './ready-made/redirect.js?raw';
import slow from './ready-made/slow.js?raw';
import wrongField from './ready-made/wrong-field.js?raw';

/** The correct one, with a placeholder for the secret of another App. */
const wrongSecret = correct
  .replace(
    /^\/\/ .*\n/,
    '// The consumer secret of another App: every signature is right, and none is right for this one.\n',
  )
  .replace('CONSUMER_SECRET', 'OTHER_SECRET');

/** Used if there is no other App. */
const nobodysSecret = 'jVxE1ejZ0xaW5gd7qC2kTmUQb8oHfRsLwYpN3tMvA6iKzDuGcJ';

export interface ReadyMade {
  readonly id: string;
  readonly name: string;
  /** The end of a sentence that starts with the name. */
  readonly about: string;
  /** Why it must not be used although it passes the checks. */
  readonly unsafe?: string;
  /** Has a placeholder for the consumer secret, or for that of another App: `codeFor` fills it. */
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
 * The code with the consumer secret filled in, or with the secret of another App if that is its mistake. The secret is
 * a constant, because people read and change it; environment variables would need another form, for a receiver that
 * belongs to no App.
 */
export const codeFor = (
  { text }: Pick<ReadyMade, 'text'>,
  consumerSecret: string,
  otherSecret = nobodysSecret,
): string =>
  text
    .replace(`'CONSUMER_SECRET'`, () => literal(consumerSecret))
    .replace(`'OTHER_SECRET'`, () => literal(otherSecret));

/** Whether the code is exactly this receiver's, with this secret for either placeholder. */
export const isFilled = (ready: ReadyMade, secret: string, code: string): boolean =>
  [codeFor(ready, secret), codeFor(ready, '', secret)].includes(code);

/** Secrets contain no quotes; typed text may. */
const literal = (text: string): string =>
  `'${text.replace(/[\\']/g, '\\$&').replace(/[\n\r\u2028\u2029]/g, '')}'`;
