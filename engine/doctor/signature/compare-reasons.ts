/** Which mistakes turn a part of the computation into the one that a program printed, or that its signature proves. */
import { utf8 } from '../../http/messages.ts';
import { onePerSet } from '../one-per-set.ts';
import { baseStringOf, Computation } from './computation.ts';
import type { MistakenWay, Result } from './computation.ts';
import type { Known } from './known.ts';
import { hashes } from './methods.ts';
import { finding } from './mistake.ts';
import type { Target } from './output.ts';
import { readingsOf } from './received.ts';
import type { Message } from './received.ts';
import { eachPair, longest } from './search.ts';
import type { Stages } from './stages.ts';
import { sameBytes } from './trial.ts';
import type { Finding } from './types.ts';

export interface Reason {
  readonly mistakes: readonly Finding[];
  /** The text that the mistakes make. */
  readonly text: string;
}
export type Reasons = readonly Reason[];
export const noReasons: readonly (readonly Finding[])[] = [];

export type Accepts = (made: string) => boolean;

const ofKey: readonly string[] = ['secrets', 'encodeSecret', 'separator'] satisfies (keyof Stages)[];

const changesKey = ({ stages }: MistakenWay): boolean => ofKey.some((name) => name in stages);
const changesBaseString = ({ stages }: MistakenWay): boolean =>
  Object.keys(stages).some((name) => !ofKey.includes(name));

/** The smallest sets of mistakes that explain a base string. Keys are ignored. */
export function baseStringReasons(
  message: Message,
  known: Known,
  accepts: Accepts,
  atMost: 1 | 2 = 2,
): Reasons {
  const most =
    message.url.query.length + message.form.length + message.unsigned.length > longest ? 1 : atMost;
  const computations = readingsOf(message).map((reading) => new Computation(reading, known.computed));
  for (let size = 1; size <= most; size++) {
    const reasons = computations.flatMap((computation) =>
      reasonsOf(computation, size, changesBaseString, baseStringOf, accepts),
    );
    if (size === 1) reasons.push(...rewritten(computations, known, accepts));
    if (reasons.length > 0) return distinct(reasons);
  }
  return [];
}

/** Mistakes in what is done with the finished base string. */
const rewritten = (computations: readonly Computation[], { digests }: Known, accepts: Accepts): Reason[] =>
  digests.flatMap((mistake) =>
    computations.flatMap((computation) => {
      const text = mistake.rewrite?.(baseStringOf(computation.run([])));
      return text !== undefined && accepts(text) ? [{ mistakes: [finding(mistake)], text }] : [];
    }),
  );

export function keyMistakes(message: Message, known: Known, accepts: Accepts, atMost: 1 | 2): Reasons {
  const computation = new Computation(message, known.computed);
  for (let size = 1; size <= atMost; size++) {
    const reasons = reasonsOf(computation, size, changesKey, ({ key }) => key.text, accepts);
    if (reasons.length > 0) return distinct(reasons);
  }
  return [];
}

function reasonsOf(
  computation: Computation,
  size: number,
  isPart: (way: MistakenWay) => boolean,
  textOf: (result: Result) => string,
  accepts: Accepts,
): Reason[] {
  const reasons: Reason[] = [];
  const attempt = (...ways: readonly MistakenWay[]): void => {
    const text = textOf(computation.run(ways));
    if (accepts(text))
      reasons.push({ mistakes: ways.map(({ mistake, detail }) => finding(mistake, detail)), text });
  };
  const ways = computation.ways.filter(isPart);
  if (size === 1) for (const way of ways) attempt(way);
  else eachPair(ways, attempt);
  return reasons;
}

const distinct = (reasons: Reasons): Reasons =>
  onePerSet(reasons, ({ mistakes }) => mistakes.map(({ id }) => id));

/**
 * The mistakes of digest and output with which key and base string give the signature of the targets: only the smallest
 * sets; an empty list if none is needed; null if they do not give the signature.
 */
export function leading(
  targets: readonly Target[],
  key: string,
  baseString: string,
): readonly (readonly Finding[])[] | null {
  const forms = targets
    .filter(({ by, digest }) =>
      sameBytes((by ?? hashes['HMAC-SHA1'].hmac)(utf8(key))(utf8(baseString)), digest),
    )
    .flatMap((target) => target.forms);
  if (forms.length === 0) return null;
  const fewest = Math.min(...forms.map((each) => each.length));
  const found = forms.filter((each) => each.length === fewest).map((each) => each.map((one) => finding(one)));
  return onePerSet(found, (each) => each.map(({ id }) => id));
}
