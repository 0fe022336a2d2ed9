/** The words of a diagnosis, and how its values are shown. */
import { membersIn } from '../../../parts/json.ts';
import type { CrcDiagnosis, RuleRow, TriedOutcome } from '../../../../worker/api.ts';
import { mask } from '../../../parts/mask.ts';

export interface Tally {
  readonly all: number;
  readonly passed: number;
  readonly failed: number;
}

/** Advice is not a rule of the platform: it counts as passed. */
export function tallyOf(rules: readonly RuleRow[]): Tally {
  const of = (...states: readonly RuleRow['state'][]): number =>
    rules.filter(({ state }) => states.includes(state)).length;
  return { all: rules.length, passed: of('ok', 'advice'), failed: of('failed') };
}

/** "9 rules, 8 pass". */
export function tallyWords({ all, passed }: Tally): string {
  return `${all} rules, ${passed === all ? 'all' : passed} ${passed === 1 ? 'passes' : 'pass'}`;
}

export const outcomeWords: Readonly<Record<TriedOutcome, string>> = {
  gives: 'gives your value',
  differs: 'another value',
  same: 'changes nothing here',
  unknown: 'its value is not known',
};

/** "every mistake that is known, computed; one gives your value". */
export function triedWords({ tried }: Pick<CrcDiagnosis, 'tried'>): string {
  const given = tried.filter(({ outcome }) => outcome === 'gives').length;
  const known = tried.some(({ outcome }) => outcome === 'unknown');
  const all = known ? 'each that can be' : 'each';
  if (given === 0) return `${tried.length} known mistakes, ${all} computed; none gives your value`;
  return `${tried.length} known mistakes, ${all} computed; ${given === 1 ? 'one gives' : `${given} together give`} your value`;
}

/** `text` with these secrets masked. */
export function hidden(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length > 3)
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, secret) => rest.replaceAll(secret, mask(secret)), text);
}

/** Invisible characters are shown as pictures: a line break as ␊. */
export const visible = (text: string): string =>
  text.replace(/\p{Cc}/gu, (each) => {
    const code = each.charCodeAt(0);
    return String.fromCharCode(code < 0x20 ? 0x2400 + code : 0xfffd);
  });

/** One side of a comparison, split at the first difference. */
export interface Side {
  /** `sha256=`, if both have it. */
  readonly prefix: string;
  readonly before: string;
  /** The first character that differs; empty at the end of the text; null if nothing is marked. */
  readonly mark: string | null;
  readonly after: string;
  /** How many characters of a long text are left out. */
  readonly left: number;
}

const prefix = 'sha256=';
const around = 120;
const room = 480;

/** Of a long text, only the surroundings of the difference. */
export function sideOf(text: string, other: string, index: number | null): Side {
  const from = text.length <= room ? 0 : Math.max(0, (index ?? 0) - around);
  const to = Math.min(text.length, from + room);
  const isShared = from === 0 && text.startsWith(prefix) && other.startsWith(prefix);
  const start = isShared ? prefix.length : from;
  const shared = isShared ? prefix : '';
  const left = text.length - (to - from);
  if (index === null || index < start)
    return { prefix: shared, before: visible(text.slice(start, to)), mark: null, after: '', left };
  return {
    prefix: shared,
    before: (from > 0 ? '…' : '') + visible(text.slice(start, index)),
    mark: visible(text.slice(index, index + 1)),
    after: visible(text.slice(index + 1, to)) + (to < text.length ? '…' : ''),
    left,
  };
}

export interface Pair {
  readonly came: string;
  readonly wanted: string;
  /** null if the values are words, or if a secret was masked in them. */
  readonly index: number | null;
  /** The number of places that differ. */
  readonly count: number;
}

/**
 * The two values that are compared. `body` is the received one, for a value that nothing explains; null if there is
 * nothing to compare.
 */
export function pairOf(
  { mistake, verdict, answer }: CrcDiagnosis,
  body: string | null,
  secrets: readonly string[],
): Pair | null {
  const found = mistake ?? (verdict === 'unknown' ? unexplained(body, answer) : null);
  if (!found) return null;
  const came = hidden(found.came, secrets);
  const isWhole = came === found.came;
  return {
    came,
    wanted: found.wanted,
    index: isWhole ? (found.difference?.index ?? null) : null,
    count: found.difference?.count ?? 0,
  };
}

function unexplained(body: string | null, wanted: string) {
  const came = body === null ? null : valueIn(body);
  if (came === null) return null;
  let [index, count] = [-1, 0];
  for (let at = 0; at < Math.max(came.length, wanted.length); at++)
    if (came[at] !== wanted[at]) {
      if (index < 0) index = at;
      count++;
    }
  return { came, wanted, difference: index < 0 ? null : { index, count } };
}

/** The value of `response_token`; null for none. */
function valueIn(body: string): string | null {
  const { response_token } = membersIn(body);
  return typeof response_token === 'string' ? response_token : null;
}
