/** The verdict on a call that was broken on purpose. */
import { firstErrorIn } from '../../../parts/json.ts';
import { isResponse, text } from '../../../../worker/api.ts';
import type { Sent } from '../../../../worker/api.ts';
import { refusal } from '../../../exchange/refusal.ts';
import { asSentence } from '../../../parts/prose.ts';
import type { Broken, BrokenBy } from '../call/broken.ts';

/** The answer. `code` is null for a page, and for an answer that is not a refusal. */
export interface Said {
  readonly status: number;
  readonly code: number | null;
}

export interface Verdict {
  /** `expected`: as its break predicts, whether that is a refusal or not. */
  readonly kind: 'expected' | 'otherwise' | 'taken' | 'silent';
  readonly title: string;
  /** Sentences. Wire names are in backticks. */
  readonly says: readonly string[];
  /** The break that the platform noticed; null if it was none of them. */
  readonly met: BrokenBy | null;
}

/** null if there was no answer. */
export function saidOf({ outcome }: Sent): Said | null {
  if (!isResponse(outcome)) return null;
  return { status: outcome.status, code: outcome.status < 400 ? null : codeIn(text(outcome.body)) };
}

function codeIn(body: string): number | null {
  const { code } = firstErrorIn(body);
  return typeof code === 'number' ? code : null;
}

/** "401 · 32". */
export const wordOf = ({ status, code }: Said): string =>
  code === null ? String(status) : `${status} · ${code}`;

export function verdictOf(broken: Broken, sent: Sent): Verdict {
  const said = saidOf(sent);
  const several = broken.length > 1;
  if (!said)
    return {
      kind: 'silent',
      title: 'No answer at all',
      says: ['The platform closed the connection before it looked at what was broken.'],
      met: null,
    };
  const refused = said.status >= 400;
  const met = broken.find(({ expects }) => isAs(expects, said));
  if (met)
    return {
      kind: 'expected',
      title: refused ? 'Refused, as it should be' : 'Not refused, as it should be',
      says: [met.looked ?? reasonOf(sent), met.cause, ...(several ? [first(met, broken.length)] : [])],
      met,
    };
  const wanted = broken
    .filter(({ expects }) => expects)
    .map(({ title, expects }) => `“${title}” is answered by ${wordOf(expects!)}`)
    .join(', ');
  if (refused)
    return {
      kind: 'otherwise',
      title: 'Refused for another reason',
      says: [
        `The platform found something else first and answered ${wordOf(said)}; ${wanted || 'what was broken would not have been refused'}.`,
        'Fix that, and send it broken again.',
      ],
      met: null,
    };
  return {
    kind: 'taken',
    title: 'Not refused',
    says: [
      `The platform answered ${said.status}: it did not look at what was broken, or takes it here.`,
      `Elsewhere ${wanted}.`,
    ],
    met: null,
  };
}

/** Why the platform refused it, in its own words. */
function reasonOf({ exchange: { trace } }: Sent): string {
  const line = trace[refusal(trace)];
  return line ? asSentence(line.text) : '';
}

const first = ({ title }: BrokenBy, count: number): string =>
  `${count} switches were on. The platform answers with the first mistake that it finds: “${title}”.`;

const isAs = (expects: BrokenBy['expects'], { status, code }: Said): boolean =>
  expects === null ? status < 400 : expects.status === status && (code === null || expects.code === code);
