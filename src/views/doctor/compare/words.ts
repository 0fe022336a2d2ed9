/** The words of a comparison: the conclusion, and a line for each of the three parts. */
import type { ComparedPart, PrintedComparison } from '../../../../worker/api.ts';
import { titlesOf } from '../../../doctor/titles.ts';

type Level = 'ok' | 'err' | 'warn' | 'note';

export interface Conclusion {
  readonly level: Level;
  readonly title: string;
  readonly texts: readonly string[];
}

const isRight = ({ state }: ComparedPart): boolean => state === 'same' || state === 'follows';
const isWrong = ({ state }: ComparedPart): boolean => state === 'differs';

export function conclusionOf(compared: PrintedComparison): Conclusion {
  const { baseString, key, signature } = compared;
  const reasons = [baseString, key, signature].filter(isWrong).flatMap(reasonTexts);
  const say = (level: Level, title: string, ...texts: string[]): Conclusion => ({ level, title, texts });
  if (baseString.otherCall.length > 0) {
    const names = baseString.otherCall.map((name) => `\`${name}\``).join(' and ');
    const rest = isRight(baseString)
      ? 'Apart from that, the base string is right.'
      : 'Below it is compared with the right one for that call.';
    return say(
      'warn',
      'This base string belongs to another call',
      `Its ${names} differ${baseString.otherCall.length > 1 ? '' : 's'} from the header above. ${rest}`,
      ...reasons,
    );
  }
  if (isWrong(baseString)) {
    const texts = [
      ...(baseString.reasons.length === 0 ? [unexplained(baseString)] : []),
      ...(isWrong(key) && key.reasons.length === 0 ? [otherKey] : []),
      ...reasons,
      ...madeOtherwise(compared),
      ...proofOf(compared),
    ];
    if (isWrong(key)) return say('err', 'Your base string and your key are wrong', ...texts);
    const title = isRight(key)
      ? 'Your base string is wrong. Your key is right.'
      : 'Your base string is wrong';
    return say('err', title, ...texts);
  }
  if (isWrong(key)) {
    const title = isRight(baseString) ? 'Your key is wrong. Your base string is right.' : 'Your key is wrong';
    const texts = key.reasons.length === 0 ? [otherKey] : [];
    return say('err', title, ...texts, ...reasons, ...madeOtherwise(compared), ...proofOf(compared));
  }
  if (signature.state === 'same')
    return say('ok', 'All three are right', 'If this request was refused, there is another reason.');
  if (isRight(baseString) && isRight(key)) return lastStep(compared, reasons);
  if (isRight(baseString)) return rightBaseString(compared);
  if (isRight(key))
    return say(
      'warn',
      'Your key is right',
      'Paste the base string too: it, or what is done with both, is wrong.',
    );
  return nothingGiven;
}

const nothingGiven: Conclusion = {
  level: 'note',
  title: 'Is it the base string, the key or the last step?',
  texts: [
    'Let your program print the base string just before it signs, and paste it here. It is compared with the right one, character by character. If your program can print the signing key too, all three parts are settled.',
  ],
};

function lastStep({ signature }: PrintedComparison, reasons: readonly string[]): Conclusion {
  if (signature.state === 'open')
    return {
      level: 'ok',
      title: 'Base string and key are right',
      texts: ['There is no signature to compare.'],
    };
  const title = 'The last step is wrong. Your base string and your key are right.';
  const unknown = 'No known way of hashing and encoding them gives this signature.';
  return { level: 'err', title, texts: reasons.length > 0 ? reasons : [unknown] };
}

function rightBaseString({ signature }: PrintedComparison): Conclusion {
  if (signature.right === null)
    return {
      level: 'ok',
      title: 'Your base string is right',
      texts: ['Without its secrets, the key and the signature cannot be judged.'],
    };
  return {
    level: 'warn',
    title: 'Your base string is right',
    texts: [
      'No known mistake in the key gives this signature: another secret was used, or the mistake is in the last step. Paste the key that your program signs with to settle it.',
    ],
  };
}

const otherKey = 'No known mistake makes this key from the right secrets: it holds another secret.';

/** What the given parts prove: the signature is computed from them, without another mistake. */
const proofOf = ({ baseString, key, signature }: PrintedComparison): string[] => {
  const given = [...(baseString.given === null ? [] : ['base string']), ...(key.lengths ? ['key'] : [])];
  return signature.state === 'differs' && signature.fits && given.length > 0
    ? [
        `Proved: your ${given.join(' and your ')} give${given.length > 1 ? '' : 's'} your signature, all ${characters(signature.given.length)}.`,
      ]
    : [];
};

/** A signature may be right although the pasted parts are not. */
const madeOtherwise = ({ signature }: PrintedComparison): string[] =>
  signature.state === 'same' ? ['But the signature is right: it was not made from what is pasted here.'] : [];

const unexplained = ({ at }: ComparedPart): string =>
  `The base string differs from character ${(at ?? 0) + 1} on. No known mistake, alone or with another, makes exactly this string.`;

/** Each possible explanation with its repair. */
function reasonTexts({ reasons }: ComparedPart): string[] {
  return reasons.map((mistakes, at) => {
    const text = mistakes.map(({ cause, repair }) => `${cause} ${repair}`).join(' ');
    return at === 0 ? text : `Or, with the same result: ${text}`;
  });
}

export interface PartRow {
  readonly part: 'Base string' | 'Signing key' | 'Signature';
  readonly given: string;
  readonly level: Level;
  readonly state: string;
  readonly why: string;
}

export function rowsOf({ baseString, key, signature }: PrintedComparison): PartRow[] {
  const because = [...(isWrong(baseString) ? ['the base string'] : []), ...(isWrong(key) ? ['the key'] : [])];
  return [
    {
      part: 'Base string',
      given: baseString.given === null ? 'not given' : characters(baseString.given.length),
      ...stateOf(baseString),
      why: baseString.state === 'follows' ? 'with the key it gives your signature' : titles(baseString),
    },
    {
      part: 'Signing key',
      given: key.lengths ? characters(key.lengths.given) : 'not given',
      ...stateOf(key),
      why: key.state === 'follows' ? 'with your base string it gives your signature' : titles(key),
    },
    {
      part: 'Signature',
      given: signature.given || 'none',
      ...stateOf({ ...signature, at: null }),
      why:
        signature.state === 'differs' && signature.fits && because.length > 0
          ? `only because of ${because.join(' and ')}`
          : titles(signature),
    },
  ];
}

const titles = ({ reasons }: ComparedPart): string => titlesOf(reasons[0] ?? []);

function stateOf({ state, at }: ComparedPart): Pick<PartRow, 'level' | 'state'> {
  if (state === 'same') return { level: 'ok', state: 'the same' };
  if (state === 'follows') return { level: 'ok', state: 'must be right' };
  if (state === 'open') return { level: 'note', state: 'not settled' };
  return { level: 'err', state: at === null ? 'differs' : `differs at ${at + 1}` };
}

export const characters = (count: number): string => `${count} character${count === 1 ? '' : 's'}`;

export interface KeyBar {
  readonly text: string;
  readonly kind: 'same' | 'wrong' | 'right';
  readonly length: number;
}

/**
 * Both keys by length, without their characters: the lengths of the common prefix and suffix, and of the part between
 * them.
 */
export function keyBars({
  lengths,
  at,
}: PrintedComparison['key']): { yours: KeyBar[]; ours: KeyBar[] } | null {
  if (!lengths || at === null) return null;
  const { given, right, sameEnd } = lengths;
  const bars = (total: number, kind: 'wrong' | 'right'): KeyBar[] =>
    [
      { text: `${at} the same`, kind: 'same' as const, length: at },
      {
        text: `${total - at - sameEnd} ${kind === 'wrong' ? 'of yours' : 'of ours'}`,
        kind,
        length: total - at - sameEnd,
      },
      { text: `${sameEnd} the same`, kind: 'same' as const, length: sameEnd },
    ].filter(({ length }) => length > 0);
  return { yours: bars(given, 'wrong'), ours: bars(right, 'right') };
}
