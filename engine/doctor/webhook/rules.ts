/** The check of an answer, rule by rule (choice: crc). */
import { prefix } from '../../webhooks/hmac.ts';
import { crcLimits } from '../../webhooks/limits.ts';
import type { Body } from './body.ts';
import { choice, didOf, field, section, wantsOf } from './mistake.ts';
import type { Made } from './mistake.ts';
import { isMarkup } from './lenient-json.ts';
import { absenceOf, seconds } from './transport.ts';
import type { Answer } from './answer.ts';
import type { RuleRow, RuleState, Stage } from './types.ts';
import { isDigestInBase64, looksLike } from './encodings.ts';

/** What is known about an answer when its rules are judged. */
export interface Judged {
  readonly answer: Answer;
  readonly body: Body;
  /**
   * The mistakes in body and value that give the received answer: empty for the right one; null if no known mistakes
   * explain it.
   */
  readonly made: readonly Made[] | null;
  /** The value, wherever it was found; null if there is none. */
  readonly value: string | null;
}

const row = (id: RuleRow['id'], title: string, wanted: string, source: RuleRow['source']) => ({
  id,
  title,
  wanted,
  source,
});

const passes = (isOk: boolean): RuleState => (isOk ? 'ok' : 'failed');
const crc = choice('crc');

export function rulesOf(judged: Judged): RuleRow[] {
  const { answer, body } = judged;
  return [
    ...beforeTheBody(answer),
    ...(answer.failure ? unreached : [contentType(answer), json(body), fieldRow(judged), ...ofValue(judged)]),
  ];
}

function beforeTheBody(answer: Answer): RuleRow[] {
  const { failure, ms, status } = answer;
  const inTime = failure === 'timeout' ? false : ms === null ? null : ms <= crcLimits.timeoutMs;
  return [
    {
      ...row('answered', 'Answer', 'an answer', crc),
      state: passes(failure === null),
      came: absenceOf(answer) ?? 'an answer',
    },
    {
      ...row('time', 'Time', `within ${seconds} s`, crc),
      state: inTime === null ? 'unreached' : passes(inTime),
      came: failure === 'timeout' ? `more than ${seconds} s` : ms === null ? null : `${ms} ms`,
    },
    {
      ...row('status', 'Status', '200, no redirect', crc),
      state: status === null ? 'unreached' : passes(status === 200),
      came: status === null ? null : String(status),
    },
  ];
}

const rows = {
  'content-type': row('content-type', 'Content type', 'application/json', crc),
  json: row('json', 'JSON', 'a JSON object', section('4.3')),
  field: row('field', 'Field', field, crc),
  prefix: row('prefix', 'Prefix', prefix, crc),
  encoding: row('encoding', 'Encoding', 'Base64, 44 characters', section('4.3')),
  value: row('value', 'Value', 'HMAC-SHA256 of `crc_token` under the consumer secret', section('4.3')),
};

const unreached: readonly RuleRow[] = Object.values(rows).map((each) => ({
  ...each,
  state: 'unreached',
  came: null,
}));

/** Not a rule of the platform. A body that is not JSON fails in the next row. */
function contentType({ contentType: came }: Answer): RuleRow {
  if (came === undefined) return { ...rows['content-type'], state: 'unreached', came: null };
  const isJson = /^\s*application\/(?:[\w.+-]{1,80}\+)?json\s*(?:;|$)/i.test(came ?? '');
  return { ...rows['content-type'], state: isJson ? 'ok' : 'advice', came: came?.slice(0, 200) ?? 'none' };
}

const json = (body: Body): RuleRow => ({
  ...rows.json,
  state: passes(body.json === 'object'),
  came: kindOf(body),
});

export function kindOf({ text, json: kind, compression }: Body): string {
  if (compression !== null) return `a body compressed with ${compression}`;
  if (kind === 'object') return 'a JSON object';
  if (text === null) return 'bytes that are not UTF-8';
  const trimmed = text.trim();
  if (trimmed === '') return 'nothing';
  if (kind === 'other')
    return trimmed.startsWith('[') ? 'a JSON list' : trimmed.startsWith('"') ? 'a JSON string' : 'other JSON';
  if (isMarkup(trimmed)) return /<\?xml/.test(trimmed) ? 'XML' : 'a page of HTML';
  return /^[{[]/.test(trimmed) ? 'what is not quite JSON' : 'text that is not JSON';
}

function fieldRow({ body, made }: Judged): RuleRow {
  if (body.json !== 'object') return { ...rows.field, state: 'unreached', came: null };
  if (typeof body.value === 'string') return { ...rows.field, state: 'ok', came: field };
  if (body.value !== undefined)
    return { ...rows.field, state: 'failed', came: `${kindOfValue(body.value)}, not a string` };
  const around = made?.find(({ known }) => known.stage === 'wrapping');
  if (around) return { ...rows.field, state: 'failed', came: didOf(around) };
  const names = body.fields.slice(0, 3).map((name) => (name.length > 40 ? `${name.slice(0, 39)}…` : name));
  const more = body.fields.length > names.length ? ', …' : '';
  return {
    ...rows.field,
    state: 'failed',
    came: names.length > 0 ? `${names.join(', ')}${more}` : 'no field',
  };
}

export const kindOfValue = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? Object.keys(value).length === 0
          ? 'an empty object'
          : 'an object'
        : `a ${typeof value}`;

function ofValue({ made, value }: Judged): RuleRow[] {
  if (value === null)
    return [rows.prefix, rows.encoding, rows.value].map((each) => ({
      ...each,
      state: 'unreached',
      came: null,
    }));
  const of = (...stages: readonly Stage[]) => made?.find(({ known }) => stages.includes(known.stage));
  const bare = value.trim().replace(/^sha256=/, '');
  const [ofPrefix, ofEncoding] = [of('prefix'), of('encoding', 'value')];
  const starts = value.startsWith(prefix);
  const isWhole = isDigestInBase64(value.slice(prefix.length)) && starts;
  return [
    {
      ...rows.prefix,
      state: ofPrefix ? 'failed' : starts ? 'ok' : ofEncoding ? 'unreached' : 'failed',
      came: ofPrefix ? didOf(ofPrefix) : starts ? prefix : ofEncoding ? null : 'another beginning',
    },
    {
      ...rows.encoding,
      state: passes(made ? !ofEncoding : isWhole || isDigestInBase64(bare)),
      came:
        ofEncoding && isUnlike(ofEncoding) ? didOf(ofEncoding) : looksLike(made ? withoutAny(value) : bare),
    },
    valueRow(made, isDigestInBase64(bare), of('digest', 'message', 'key')),
  ];
}

/** Whether the characters of the value do not show the mistake. */
const isUnlike = ({ known: { id, stage } }: Made): boolean =>
  stage === 'value' || !['hex', 'base64url', 'padding-lost'].includes(id);

/** The value without any prefix, for counting its characters. */
const withoutAny = (value: string): string => value.trim().replace(/^(?:[\w-]{2,12}[=:]\s*)+(?=.)/, '');

const titles: Partial<Record<Stage, string>> = { digest: 'Digest', message: 'Signed text', key: 'Key' };

function valueRow(made: readonly Made[] | null, isReadable: boolean, wrong: Made | undefined): RuleRow {
  if (wrong)
    return {
      ...rows.value,
      title: titles[wrong.known.stage] ?? rows.value.title,
      state: 'failed',
      wanted: wantsOf(wrong),
      came: didOf(wrong),
      source: wrong.known.source,
    };
  if (made?.some(({ known }) => known.isNoDigest)) return { ...rows.value, state: 'unreached', came: null };
  if (made) return { ...rows.value, state: 'ok', came: rows.value.wanted };
  return isReadable
    ? { ...rows.value, state: 'failed', came: 'another value' }
    : { ...rows.value, state: 'unreached', came: null };
}
