/**
 * Values as one line of JSON, between a local server and the pages that are attached to it. What JSON has no form for is
 * `{"$": kind, "of": …}`, and so is an object that has a member `$` itself.
 */
import { base64, decodeBase64, isList, isRecord } from '../../engine/inside.ts';

/** What a file has, on its way: it arrives as a Blob. */
export class FileBytes {
  constructor(readonly bytes: Uint8Array) {}
}

export const toLine = (value: unknown): string => JSON.stringify(value, wrapped);

/** Throws a SyntaxError for what is no JSON. */
export function fromLine(line: string): unknown {
  const value: unknown = JSON.parse(line, unwrapped);
  return value;
}

function wrapped(this: unknown, _: string, value: unknown): unknown {
  if (value === undefined) return isList(this) ? { $: 'undefined' } : undefined;
  if (typeof value === 'number' && !Number.isFinite(value)) return { $: 'number', of: String(value) };
  if (value instanceof Uint8Array) return { $: 'bytes', of: base64(value) };
  if (value instanceof FileBytes) return { $: 'file', of: base64(value.bytes) };
  if (isRecord(value) && Object.hasOwn(value, '$')) return { $: 'object', of: Object.entries(value) };
  return value;
}

function unwrapped(_: string, value: unknown): unknown {
  if (!isRecord(value) || !Object.hasOwn(value, '$')) return value;
  const { $: kind, of } = value;
  if (kind === 'number') return Number(of);
  if (kind === 'bytes') return bytesIn(of);
  if (kind === 'file') return new Blob([bytesIn(of) ?? '']);
  if (kind === 'object') return isList(of) ? Object.fromEntries(of.filter(isEntry)) : null;
  return undefined;
}

const bytesIn = (of: unknown) => (typeof of === 'string' ? decodeBase64(of) : null);

const isEntry = (value: unknown): value is readonly [string, unknown] =>
  isList(value) && typeof value[0] === 'string';
