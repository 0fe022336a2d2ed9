/** Masks the secrets in a text: the values of declared fields in every syntax, and all other known secrets. */
import { decodeRfc3986, encodeRfc3986 } from '../http/encoding.ts';
import type { SecretFields } from '../auth/carried-secrets.ts';
import type { Secrets } from './secrets.ts';
import type { SecretKind } from '../spec/secret.ts';

/** In `form`, as in URLs, the inserted names are percent-encoded. */
export type Syntax = 'form' | 'text';

/** Pairs of queries and forms, parameters of an OAuth header, JSON members, and inputs of HTML forms. */
const pair = /([^&?#=\s"'<>;]{1,80})=([^&#\s"'<>;]+)/g;
const quoted = /([\w%.-]{1,80})="([^"]+)"/g;
const member = /"([\w.-]{1,80})"(\s{0,20}:\s{0,20})"((?:[^"\\]|\\.)+)"/g;
const input = /name="([\w.-]{1,80})" value="([^"]+)"/g;

export function maskText(text: string, fields: SecretFields, secrets: Secrets, syntax: Syntax): string {
  const written = (name: string) => (syntax === 'form' ? encodeRfc3986(name) : name);
  const named = (kind: SecretKind, value: string) => written(secrets.nameOf(kind, value));
  const kindOf = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  const masked = text
    .replace(input, (all, name: string, value: string) => {
      const kind = kindOf(name);
      return kind ? `name="${name}" value="${named(kind, value)}"` : all;
    })
    .replace(quoted, (all, name: string, value: string) => {
      const kind = kindOf(decodeRfc3986(name));
      return kind ? `${name}="${named(kind, decodeRfc3986(value))}"` : all;
    })
    .replace(pair, (all, name: string, value: string) => {
      const kind = kindOf(decoded(name));
      return kind ? `${name}=${named(kind, decoded(value))}` : all;
    })
    .replace(member, (all, name: string, colon: string, value: string) => {
      const kind = kindOf(name);
      return kind ? `"${name}"${colon}"${named(kind, unescaped(value))}"` : all;
    });
  return secrets.replaceIn(masked, written);
}

const decoded = (value: string): string => decodeRfc3986(value.replaceAll('+', ' '));

function unescaped(value: string): string {
  try {
    return String(JSON.parse(`"${value}"`));
  } catch {
    return value;
  }
}
