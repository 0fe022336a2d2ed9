/** What is sent in place of what the draft says, value by value. */
import { decodeForm, header, splitUrl, text } from '../../../../worker/api.ts';
import type { HttpRequest } from '../../../../worker/api.ts';
import { mask } from '../../../parts/mask.ts';
import { isForm } from './call.ts';
import { protocolOf } from './making.ts';

export interface Difference {
  readonly name: string;
  /** null where it is left out. */
  readonly value: string | null;
  /** null where the draft has none. */
  readonly was: string | null;
  readonly note: string | null;
}

/** `open`: the proof is made only when it is sent, so its values cannot be said yet. */
export function differences(
  draft: HttpRequest,
  sent: HttpRequest,
  notes: Readonly<Record<string, string>>,
  open = false,
): readonly Difference[] {
  const [before, after] = [valuesOf(draft), valuesOf(sent)];
  const names = [...new Set([...after.keys(), ...before.keys()])];
  return names.toSorted(bySignatureLast).flatMap((name) => {
    const [was = null, value = null] = [before.get(name), after.get(name)];
    if (was === value) return [];
    const isOpen = open && value !== null && /^(oauth_|Authorization$)/.test(name);
    return {
      name,
      value: isOpen ? 'made when you send' : value,
      was,
      note: isOpen ? null : (notes[name] ?? null),
    };
  });
}

/** The signature follows from the rest. */
const bySignatureLast = (a: string, b: string): number =>
  Number(a === 'oauth_signature') - Number(b === 'oauth_signature');

/** Every value of a message by its name, as people read it. */
function valuesOf(request: HttpRequest): ReadonlyMap<string, string> {
  const values = new Map([['method', request.method]]);
  const url = splitUrl(request.url);
  if (url) {
    values.set('scheme', url.scheme).set('path', url.path);
    for (const [name, value] of decodeForm(url.query)) add(values, name, value);
  } else values.set('address', request.url);
  for (const [name, value] of request.headers)
    if (name.toLowerCase() !== 'authorization') add(values, name.toLowerCase(), value);
  const authorization = header(request.headers, 'authorization');
  if (authorization !== undefined) addProof(values, authorization);
  addBody(values, request);
  return values;
}

function addProof(values: Map<string, string>, authorization: string): void {
  const protocol = protocolOf(authorization);
  for (const [name, value] of protocol) add(values, name, value);
  if (protocol.size > 0) return;
  const [scheme = '', ...rest] = authorization.split(' ');
  const secret = rest.join(' ');
  const shown = /^Basic$/i.test(scheme) ? pairIn(secret) : mask(secret);
  values.set('Authorization', /^OAuth$/i.test(scheme) ? clip(authorization) : `${scheme} ${shown}`);
}

/** What Basic says, its secret masked. What is no Base64 is all a secret. */
function pairIn(encoded: string): string {
  try {
    const [id = '', ...secret] = atob(encoded).split(':');
    return `${id}:${mask(secret.join(':'))}, in Base64`;
  } catch {
    return mask(encoded);
  }
}

function addBody(values: Map<string, string>, request: HttpRequest): void {
  if (!request.body?.length) return;
  const body = text(request.body);
  if (isForm(request)) for (const [name, value] of decodeForm(body)) add(values, name, value);
  else if (!addFields(values, body)) values.set('body', clip(body));
}

function addFields(values: Map<string, string>, body: string): boolean {
  try {
    const json: unknown = JSON.parse(body);
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return false;
    for (const [name, value] of Object.entries(json))
      add(values, name, typeof value === 'string' ? value : JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Of a name that stands twice both values count. */
function add(values: Map<string, string>, name: string, value: string): void {
  const before = values.get(name);
  values.set(name, before === undefined ? clip(value) : `${before}, ${clip(value)}`);
}

const clip = (value: string): string => (value.length > 120 ? `${value.slice(0, 117)}…` : value);
