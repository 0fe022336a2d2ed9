/** The parameters of a token request: a form (RFC 6749 3.2), or a JSON object of strings (choice: pkce-token). */
import { formPairs, isForm, isType, readOctets } from '../http/encoding.ts';
import { header } from '../http/messages.ts';
import type { HttpRequest } from '../http/messages.ts';
import { isRefusal, refuse, refuseContentType } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';

type Pairs = readonly (readonly [name: string, value: string])[];

/** The parameters in order, including repeated names of a form. An empty body has none. Refuses a body of another type. */
export function readTokenBody(request: HttpRequest): Pairs | Refusal {
  const { headers, body } = request;
  const type = header(headers, 'content-type');
  if (!body?.length || isForm(type)) return formPairs(request);
  if (!isJson(request)) return refuseContentType(type, 'application/x-www-form-urlencoded');
  return (
    jsonPairs(readOctets(body)) ??
    refuse('invalidRequest', 'the application/json body is not an object of strings with each name once')
  );
}

export const isJson = ({ headers }: HttpRequest): boolean =>
  isType(header(headers, 'content-type'), 'application/json');

/** Like `readTokenBody`, for use after the client's authentication has refused unreadable bodies. */
export function tokenPairs(request: HttpRequest): Pairs {
  const pairs = readTokenBody(request);
  return isRefusal(pairs) ? [] : pairs;
}

/** The members of a JSON object of strings; null for any other text. */
function jsonPairs(json: string): Pairs | null {
  const pairs = stringMembers(readJson(json));
  // JSON.parse keeps only the last of a repeated name. The text then has more strings than the object.
  const strings = json.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  return pairs && strings.length === 2 * pairs.length ? pairs : null;
}

function readJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function stringMembers(value: unknown): Pairs | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const members: [string, string][] = [];
  for (const [name, each] of Object.entries(value)) {
    if (typeof each !== 'string') return null;
    members.push([name, each]);
  }
  return members;
}
