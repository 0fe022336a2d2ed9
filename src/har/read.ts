/**
 * Reads HAR 1.2 as tools really write it: with a byte order mark; with a body as text, as parameters, as both or as
 * neither; in Base64, or wrongly declared as Base64; with the pseudo-header fields of HTTP/2. An unreadable entry does
 * not affect the others. Pure; never throws.
 */
import { encodeForm, isList, isRecord } from '../../worker/api.ts';
import type { CurlRequest } from '../curl/types.ts';
import { figure } from '../parts/figures.ts';
import { readRest } from './answer.ts';
import type { HarRest } from './answer.ts';
import { bytesOfBase64, textOf } from './base64.ts';
import { readCutOff } from './cut-off.ts';
import type { CutOff } from './cut-off.ts';
import { fieldsIn, membersOf, pairsIn } from './members.ts';
import type { Members } from './members.ts';

export interface HarEntry {
  /** Its position in the file, from 0. */
  readonly at: number;
  readonly call: CurlRequest;
  /** When it was sent, epoch ms; null if unreadable. */
  readonly sentAt: number | null;
  /** Status of the answer; null if there was none. */
  readonly status: number | null;
  /** Whole sentences: the reader's changes. */
  readonly notes: readonly string[];
}

/** An entry with what is known about its answer. */
export interface WholeHarEntry extends HarEntry {
  readonly rest: HarRest;
}

/** The entry without its answer. */
export const requestOf = ({ at, call, sentAt, status, notes }: WholeHarEntry): HarEntry => ({
  ...{ at, call, sentAt, status, notes },
});

export interface HarRead {
  readonly entries: readonly WholeHarEntry[];
  /** Entries that could not be read: their positions, and the reasons. */
  readonly problems: readonly { readonly at: number; readonly problem: string }[];
  /** The program that wrote the file, as "Firefox 142"; null if the file does not say. */
  readonly writer: string | null;
}

/** The maximum number of entries read from one file. */
export const mostEntries = 20_000;

/** Whether a text looks like HAR: a JSON object that has `log` or `request` early on. */
export const looksLikeHar = (text: string): boolean =>
  /^\s*\{/.test(withoutMark(text)) && /"(?:log|request)"\s*:\s*\{/.test(text.slice(0, 4000));

/** A whole file, or a single entry. A sentence if it is neither. */
export function readHar(text: string): HarRead | { readonly problem: string } {
  const bare = withoutMark(text);
  let stored: unknown;
  try {
    stored = JSON.parse(bare);
  } catch (cause) {
    const cut = looksLikeHar(text) ? readCutOff(bare, mostEntries) : null;
    if (cut) return withPart(cut);
    return {
      problem: `This is not a complete HAR file: ${cause instanceof Error ? cause.message : 'no JSON'}.`,
    };
  }
  const entries = entriesOf(stored);
  if (!entries) return { problem: 'This is JSON but not a HAR file: it has no log.entries.' };
  return readAll(entries.slice(0, mostEntries), writerOf(stored));
}

function readAll(entries: readonly unknown[], writer: string | null): HarRead {
  const read = entries.map((each, at) => readEntry(each, at));
  return {
    entries: read.filter((each) => 'call' in each),
    problems: read.filter((each) => 'problem' in each),
    writer,
  };
}

function withPart({ entries, hasPart }: CutOff): HarRead {
  const read = readAll(entries, null);
  const part = { at: entries.length, problem: 'It is incomplete: the file ends in the middle of it.' };
  return hasPart ? { ...read, problems: [...read.problems, part] } : read;
}

const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

function entriesOf(stored: unknown): readonly unknown[] | null {
  if (!isRecord(stored)) return null;
  const { log, request } = stored;
  if (isRecord(request)) return [stored];
  return isRecord(log) && isList(log['entries']) ? log['entries'] : null;
}

function writerOf(stored: unknown): string | null {
  const { browser, creator } = membersOf(membersOf(stored)['log']);
  for (const each of [browser, creator]) {
    const { name, version } = membersOf(each);
    if (typeof name === 'string' && name !== '')
      return (typeof version === 'string' ? `${name} ${version}` : name).trim().slice(0, 60);
  }
  return null;
}

function readEntry(entry: unknown, at: number): WholeHarEntry | HarRead['problems'][number] {
  const { request, response, startedDateTime } = membersOf(entry);
  const { method, url, headers, postData, bodySize } = membersOf(request);
  if (typeof method !== 'string' || !/^[!-~]+$/.test(method)) return { at, problem: 'It has no method.' };
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url))
    return { at, problem: 'Its address is neither http nor https.' };
  const { body, notes } = bodyOf(postData, bodySize);
  const { status } = membersOf(response);
  const isAnswered = typeof status === 'number' && status >= 100;
  const sentAt = typeof startedDateTime === 'string' ? Date.parse(startedDateTime) : NaN;
  return {
    at,
    call: { method, url: url.split('#')[0]!, headers: headersOf(headers, postData), body },
    sentAt: Number.isNaN(sentAt) ? null : sentAt,
    status: isAnswered ? status : null,
    notes,
    rest: readRest(entry, isAnswered),
  };
}

function headersOf(list: unknown, postData: unknown): [name: string, value: string][] {
  const headers = fieldsIn(list);
  const body = membersOf(postData);
  const { mimeType } = body;
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return isTyped || typeof mimeType !== 'string' || mimeType === '' || isEmpty(body)
    ? headers
    : [...headers, ['Content-Type', mimeType]];
}

const isEmpty = (postData: Members): boolean => !postData['text'] && pairsIn(postData['params']).length === 0;

function bodyOf(
  postData: unknown,
  bodySize: unknown,
): { readonly body: string | null; readonly notes: readonly string[] } {
  const { text, params, encoding } = membersOf(postData);
  if (typeof text === 'string' && text !== '') {
    if (encoding !== 'base64') return { body: text, notes: [] };
    const bytes = bytesOfBase64(text);
    if (!bytes)
      return { body: text, notes: ['Its body is declared as Base64 but is not: it was taken as it is.'] };
    const decoded = textOf(bytes);
    return decoded === null
      ? { body: text, notes: ['Its body is not text: it is shown in Base64.'] }
      : { body: decoded, notes: ['Its body was in Base64.'] };
  }
  const pairs = pairsIn(params);
  return pairs.length === 0
    ? { body: null, notes: missingBody(bodySize) }
    : {
        body: encodeForm(pairs),
        notes: ['The file has its body as parameters only, so its original encoding is not known.'],
      };
}

/** Tools leave out bodies that are too large or not text. */
const missingBody = (bodySize: unknown): readonly string[] =>
  typeof bodySize === 'number' && bodySize > 0
    ? [`Its body of ${figure(bodySize)} bytes is not in the file.`]
    : [];
