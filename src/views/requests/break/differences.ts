/** The values that are sent instead of the draft's. */
import { decodeForm, header, splitUrl, text } from '../../../../worker/api.ts';
import type { HttpRequest } from '../../../../worker/api.ts';
import { mask } from '../../../parts/mask.ts';
import { isForm } from './call.ts';
import { protocolOf } from './making.ts';

export interface Difference {
  readonly name: string;
  /** null if it is left out. */
  readonly value: string | null;
  /** null if the draft has none. */
  readonly was: string | null;
  readonly note: string | null;
}

/** `open`: the authentication is made only when the call is sent, so its values are not known yet. */
export function differences(
  draft: HttpRequest,
  sent: HttpRequest,
  notes: Readonly<Record<string, string>>,
  open = false,
): readonly Difference[] {
  // If one of the two cannot be parsed, both are shown whole.
  const inParts: InParts = {
    authentication: [draft, sent].every((each) => protocolIn(each).size > 0),
    body: [draft, sent].every((each) => fieldsIn(each) !== null),
  };
  const [before, after] = [valuesOf(draft, inParts), valuesOf(sent, inParts)];
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

/** The signature follows from the other values. */
const bySignatureLast = (a: string, b: string): number =>
  Number(a === 'oauth_signature') - Number(b === 'oauth_signature');

interface InParts {
  readonly authentication: boolean;
  readonly body: boolean;
}

/** Every value of a message by its name, as people read it. */
function valuesOf(request: HttpRequest, inParts: InParts): ReadonlyMap<string, string> {
  const values = new Map([['method', request.method]]);
  const url = splitUrl(request.url);
  if (url) {
    values.set('scheme', url.scheme).set('path', url.path);
    for (const [name, value] of decodeForm(url.query)) add(values, name, value);
  } else values.set('address', request.url);
  for (const [name, value] of request.headers)
    if (name.toLowerCase() !== 'authorization') add(values, name.toLowerCase(), value);
  const authorization = header(request.headers, 'authorization');
  if (inParts.authentication) for (const [name, value] of protocolIn(request)) add(values, name, value);
  else if (authorization !== undefined) values.set('Authorization', proofText(authorization));
  const fields = inParts.body ? fieldsIn(request) : null;
  if (fields) for (const [name, value] of fields) add(values, name, value);
  else if (request.body?.length) values.set('body', clip(text(request.body)));
  return values;
}

const protocolIn = ({ headers }: HttpRequest): ReadonlyMap<string, string> =>
  protocolOf(header(headers, 'authorization') ?? '');

function proofText(authorization: string): string {
  const [scheme = '', ...rest] = authorization.split(' ');
  if (/^OAuth$/i.test(scheme)) return clip(authorization);
  const secret = rest.join(' ');
  return `${scheme} ${/^Basic$/i.test(scheme) ? pairIn(secret) : mask(secret)}`;
}

/** The decoded Basic credentials with a masked secret. Text that is not Base64 is treated as secret. */
function pairIn(encoded: string): string {
  try {
    const [id = '', ...secret] = atob(encoded).split(':');
    return `${id}:${mask(secret.join(':'))}, in Base64`;
  } catch {
    return mask(encoded);
  }
}

/** The fields of a body, empty without a body; null if its fields cannot be read. */
function fieldsIn(request: HttpRequest): readonly (readonly [string, string])[] | null {
  if (!request.body?.length) return [];
  const body = text(request.body);
  if (isForm(request)) return decodeForm(body);
  try {
    const json: unknown = JSON.parse(body);
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return null;
    return Object.entries(json).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
  } catch {
    return null;
  }
}

/** If a name occurs twice, both values count. */
function add(values: Map<string, string>, name: string, value: string): void {
  const before = values.get(name);
  values.set(name, before === undefined ? clip(value) : `${before}, ${clip(value)}`);
}

/** Keeps both ends, because changes are often there. */
const clip = (value: string): string =>
  value.length > 120 ? `${value.slice(0, 80)} … ${value.slice(-30)}` : value;
