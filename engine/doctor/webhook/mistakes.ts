/** The mistakes in an answer to a challenge, as text. */
import type { Body } from './body.ts';
import { mistakeOf } from './explain.ts';
import { field } from './mistake.ts';
import type { Made } from './mistake.ts';
import { rightBeside } from './right-already.ts';
import { seenIn } from './no-value.ts';
import { sentenceOf } from './not-started.ts';
import { absenceOf, seconds, transportOf } from './transport.ts';
import type { Answer } from './answer.ts';
import type { WebhookMistake } from './types.ts';

interface Looked {
  readonly answer: Answer;
  readonly body: Body;
  /** The sets of mistakes in body and value that give the received answer; a single empty set for the right value. */
  readonly sets: readonly (readonly Made[])[];
  readonly right: string;
  readonly value: string | null;
}

const mostShown = 2_000;

/** Empty for a right answer, and if nothing explains what came. */
export function mistakesIn(looked: Looked): WebhookMistake[] {
  const { answer, body, sets } = looked;
  const before = transportOf(answer);
  if (sets.some((made) => made.length > 0)) return sets.map((made) => byComputation(looked, before, made));
  if (before.length > 0) return [ofTransport(answer, before, sets.length > 0)];
  const seen = sets.length > 0 ? null : seenIn(body);
  return seen ? [bySight(body, seen)] : [];
}

function byComputation(
  { body, right, value }: Looked,
  before: readonly Made[],
  made: readonly Made[],
): WebhookMistake {
  const inBody = made.some(({ known }) => known.stage === 'wrapping' || known.stage === 'field');
  return mistakeOf([...before, ...made], {
    verb: 'wants',
    by: 'computation',
    wanted: inBody ? JSON.stringify({ [field]: right }) : right,
    came: inBody ? shown(body) : (value ?? ''),
    comparable: true,
    right: rightBeside(made, 'challenge'),
  });
}

const ofTransport = (answer: Answer, made: readonly Made[], isRight: boolean): WebhookMistake =>
  mistakeOf(made, {
    verb: 'wants',
    by: 'sight',
    wanted: answer.failure ? 'an answer' : `200 within ${seconds} s`,
    came:
      absenceOf(answer) ??
      [answer.status ?? '', answer.ms === null ? '' : `after ${answer.ms} ms`].join(' ').trim(),
    ...(answer.notStarted ? { sentence: sentenceOf(answer.notStarted) } : {}),
    comparable: false,
    right: isRight ? rightBeside([], 'challenge') : [],
  });

const bySight = (body: Body, seen: Made): WebhookMistake =>
  mistakeOf([seen], {
    verb: 'wants',
    by: 'sight',
    wanted: JSON.stringify({ [field]: 'sha256=…' }),
    came: shown(body),
    comparable: false,
    right: [],
  });

const shown = ({ text }: Body): string => text?.slice(0, mostShown) ?? '';
