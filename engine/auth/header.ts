/** Parses the Authorization header. Decisions are made in authenticate.ts. */
import { decodeBase64 } from '../http/base64.ts';
import { decodeRfc3986 } from '../http/encoding.ts';
import { text } from '../http/messages.ts';

export type Authorization =
  | { readonly scheme: 'none' }
  | { readonly scheme: 'Bearer'; readonly token: string }
  | { readonly scheme: 'Basic'; readonly username: string; readonly password: string }
  | { readonly scheme: 'OAuth'; readonly parameters: readonly (readonly [name: string, value: string])[] }
  | { readonly scheme: 'malformed'; readonly because: string };

const malformed = (because: string): Authorization => ({ scheme: 'malformed', because });

/** Kept, because a client sends the same Bearer header with each call. */
let lastBearer: { readonly value: string; readonly read: Authorization } | null = null;

export function readAuthorization(value: string | undefined): Authorization {
  if (value === undefined) return { scheme: 'none' };
  if (lastBearer?.value === value) return lastBearer.read;
  const space = value.indexOf(' ');
  const scheme = space < 0 ? value : value.slice(0, space);
  const rest = space < 0 ? '' : value.slice(space + 1).trim();
  switch (scheme.toLowerCase()) {
    case 'bearer':
      if (!/^[A-Za-z0-9\-._~+/%]+=*$/.test(rest))
        return malformed('the Bearer token has characters that RFC 6750 2.1 does not allow');
      lastBearer = { value, read: { scheme: 'Bearer', token: rest } };
      return lastBearer.read;
    case 'basic':
      return readBasic(rest);
    case 'oauth':
      return readOAuth(rest);
    default:
      return malformed(`the scheme \`${scheme.slice(0, 40)}\` is not one of OAuth, Bearer and Basic`);
  }
}

/** RFC 7617 2; the halves are percent-decoded (choice: o2-app-only). */
function readBasic(credentials: string): Authorization {
  const bytes = decodeBase64(credentials);
  if (!bytes) return malformed('the Basic credentials are not Base64');
  const pair = text(bytes);
  const colon = pair.indexOf(':');
  if (colon < 0) return malformed('the Basic credentials have no colon between key and secret');
  return {
    scheme: 'Basic',
    username: decodeRfc3986(pair.slice(0, colon)),
    password: decodeRfc3986(pair.slice(colon + 1)),
  };
}

const isName = /^[^\s=",]+$/;
const isSpace = /\s/;

/** RFC 5849 3.5.1: name="value" pairs, percent-encoded, separated by commas. */
function readOAuth(list: string): Authorization {
  const parameters: [string, string][] = [];
  for (let start = 0; start < list.length;) {
    const equals = list.indexOf('="', start);
    const name = list.slice(start, Math.max(start, equals)).trimStart();
    const end = list.indexOf('"', equals + 2);
    const next = afterComma(list, end + 1);
    if (!isName.test(name) || end < 0 || next === null)
      return malformed(
        `the OAuth header cannot be read from character ${start + 1}: name="value" pairs separated by commas are expected`,
      );
    parameters.push([decodeRfc3986(name), decodeRfc3986(list.slice(equals + 2, end))]);
    start = next;
  }
  return parameters.length > 0
    ? { scheme: 'OAuth', parameters }
    : malformed('the OAuth header has no parameters');
}

/** Where the next parameter begins or the list ends; null if neither a comma nor the end comes next. */
function afterComma(list: string, from: number): number | null {
  for (let at = from; at < list.length; at++) {
    if (list[at] === ',') return at + 1;
    if (!isSpace.test(list[at]!)) return null;
  }
  return list.length;
}
