/** One piece of an Authorization header's value. The joined pieces are the value. */
export interface AuthorizationPart {
  readonly kind: 'scheme' | 'parameter' | 'credentials' | 'separator';
  readonly text: string;
  /** The name of a parameter, as written. */
  readonly name?: string;
  /** The value of a parameter, still percent-encoded, without quotes. */
  readonly value?: string;
}

const scheme = /^[A-Za-z][\w-]*(?=\s|$)/;
const parameter = /^([^\s=,"]+)="([^"]*)"/;
const separator = /^[\s,]+/;

/** Splits a value of RFC 5849 3.5.1, or of a scheme with bare credentials. A malformed rest becomes `credentials`. */
export function authorizationParts(value: string): AuthorizationPart[] {
  const name = scheme.exec(value)?.[0];
  if (name === undefined) return value === '' ? [] : [{ kind: 'credentials', text: value }];
  const parts: AuthorizationPart[] = [{ kind: 'scheme', text: name }];
  let rest = value.slice(name.length);
  while (rest !== '') {
    const part = nextPart(rest);
    parts.push(part);
    rest = rest.slice(part.text.length);
  }
  return parts;
}

function nextPart(rest: string): AuthorizationPart {
  const between = separator.exec(rest);
  if (between) return { kind: 'separator', text: between[0] };
  const [pair, name = '', value = ''] = parameter.exec(rest) ?? [];
  if (pair !== undefined) return { kind: 'parameter', text: pair, name, value };
  return { kind: 'credentials', text: rest };
}
