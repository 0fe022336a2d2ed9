/** What a receiver does with the signature of a delivery, as observed while it answered. Nothing is guessed. */
import { isFailure } from '../../../../worker/api.ts';
import type { Noted, SendResult, Watched } from '../../../../worker/api.ts';
import { figure } from '../../../parts/figures.ts';
import { inTheText } from './constant-time.ts';

/** `unknown`: it was not observed, which does not mean that it did not happen. */
export type Seen = 'yes' | 'no' | 'unknown';

export interface Row {
  readonly name: 'Header' | 'Bytes' | 'Key' | 'Value';
  readonly seen: Seen;
  /** The part in bold, and the rest. */
  readonly head: string;
  readonly text: string;
}

export interface ReceiverVerdict {
  readonly seen: Seen;
  /** A sentence without its full stop. */
  readonly title: string;
  readonly text: string;
}

export interface BothSides {
  readonly rows: readonly Row[];
  readonly verdict: ReceiverVerdict;
  /** From reading the program's text; null for none. */
  readonly remark: string | null;
}

export interface Runs {
  /** The delivery as it was sent. */
  readonly real: Watched;
  /** The same delivery with one bit of the signature changed. */
  readonly flipped: Watched;
}

export interface Known {
  readonly header: string;
  /** The secret that signed the delivery, and its App. */
  readonly secret: string;
  readonly appName: string;
  readonly code: string;
}

export const isTaken = (result: SendResult): boolean => !isFailure(result) && result.status === 200;

/** "401", "no answer in time". */
export const saidOf = (result: SendResult): string =>
  isFailure(result) ? result.message : String(result.status);

export function bothSides({ real, flipped }: Runs, known: Known): BothSides {
  const noted = real.noted ?? { headers: [], reads: [], macs: [] };
  const value = valueRow(real.result, flipped.result);
  return {
    rows: [headerRow(noted, known.header), bytesRow(noted), keyRow(noted, known), value],
    verdict: verdictOf(real.result, flipped.result),
    remark:
      value.seen === 'yes' && !noted.macs.some(({ act }) => act === 'verify') ? inTheText(known.code) : null,
  };
}

const on = (line: number | null): string => (line === null ? '' : ` on line ${line}`);

function headerRow({ headers }: Noted, header: string): Row {
  const named = headers.find(({ name }) => name === header);
  const all = headers.find(({ name }) => name === '*');
  if (named) return { name: 'Header', seen: 'yes', head: 'Read', text: `${on(named.line).trim()}.` };
  if (all)
    return { name: 'Header', seen: 'yes', head: 'Read', text: `with all other headers${on(all.line)}.` };
  return {
    name: 'Header',
    seen: 'unknown',
    head: 'Not known.',
    text: 'The program was not seen reading it.',
  };
}

function bytesRow({ reads, macs }: Noted): Row {
  const name = 'Bytes';
  const ofBody = macs.find(({ isBody }) => isBody);
  if (ofBody)
    return { name, seen: 'yes', head: 'The raw bytes', text: `went into an HMAC${on(ofBody.line)}.` };
  const [other] = macs;
  if (other)
    return {
      name,
      seen: 'no',
      head: 'Other bytes',
      text: `went into the HMAC${on(other.line)}: ${figure(other.bytes)} of them.`,
    };
  const [read] = reads;
  const text = read
    ? `It read the body as ${read.how === 'body' ? 'a stream' : `${read.how}()`}${on(read.line)}; no HMAC was seen.`
    : 'It was not seen to read the body.';
  return { name, seen: 'unknown', head: 'Not known.', text };
}

function keyRow({ macs }: Noted, { secret, appName }: Known): Row {
  const name = 'Key';
  const right = macs.find(({ key }) => key === secret);
  if (right)
    return { name, seen: 'yes', head: 'The consumer secret', text: `of ${appName}${on(right.line)}.` };
  const other = macs.find(({ key }) => key !== null);
  if (other) return { name, seen: 'no', head: 'Another key', text: `was used${on(other.line)}.` };
  return { name, seen: 'unknown', head: 'Not known.', text: 'No HMAC with a key was seen.' };
}

function valueRow(real: SendResult, flipped: SendResult): Row {
  const name = 'Value';
  if (!isTaken(real))
    return { name, seen: 'unknown', head: 'Not known.', text: `It answers ${saidOf(real)} to the real one.` };
  return isTaken(flipped)
    ? { name, seen: 'no', head: 'Not compared.', text: 'With one bit changed it answers 200 too.' }
    : { name, seen: 'yes', head: 'Compared.', text: `With one bit changed it answers ${saidOf(flipped)}.` };
}

function verdictOf(real: SendResult, flipped: SendResult): ReceiverVerdict {
  if (!isTaken(real)) {
    const how = real.thrown
      ? 'It threw before it could be seen whether it checks'
      : 'It did not take the delivery';
    return {
      seen: 'unknown',
      title: 'It is not known whether your receiver verifies',
      text: `${how}: ${real.thrown?.text ?? saidOf(real)}.`,
    };
  }
  return isTaken(flipped)
    ? {
        seen: 'no',
        title: 'Your receiver does not verify the signature',
        text: 'It answered 200 to the same delivery with one bit of the signature changed. Anyone who knows the address can send it an event.',
      }
    : {
        seen: 'yes',
        title: 'Your receiver verifies the signature',
        text: `It took the delivery, and answered ${saidOf(flipped)} when one bit of its signature was changed.`,
      };
}
