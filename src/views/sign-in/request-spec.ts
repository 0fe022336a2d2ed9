/** A request as its sender describes it: parameters, their places, and how it is authenticated. */
import { decodeForm, encodeForm, prove, text, utf8 } from '../../../worker/api.ts';
import type { CallKey, HeaderList, HttpRequest } from '../../../worker/api.ts';

export const wheres = ['header', 'query', 'body'] as const;
export type Where = (typeof wheres)[number];

/** Decoded. */
export interface RequestParameter {
  readonly where: Where;
  readonly name: string;
  readonly value: string;
}

export interface RequestSpec {
  readonly method: string;
  /** Without a query. */
  readonly url: string;
  /** `header` lines are parameters of the OAuth header, or separate headers if nothing is signed. */
  readonly lines: readonly RequestParameter[];
  readonly auth: CallKey;
  readonly headers: HeaderList;
}

export interface Fresh {
  readonly nonce: string;
  /** Epoch seconds. */
  readonly timestamp: number;
}

const formType = 'application/x-www-form-urlencoded';

const at = (lines: readonly RequestParameter[], wanted: Where): [string, string][] =>
  lines.filter(({ where }) => where === wanted).map(({ name, value }) => [name, value]);

/**
 * The authenticated message on the wire. A line for `oauth_nonce` or `oauth_timestamp` overrides the generated value.
 */
export function build({ method, url, lines, auth, headers }: RequestSpec, fresh: Fresh): HttpRequest {
  const query = encodeForm(at(lines, 'query'));
  const form = at(lines, 'body');
  const own = at(lines, 'header');
  const hasBody = method === 'POST' && form.length > 0;
  const bare: HttpRequest = {
    method,
    url: query === '' ? url : `${url}?${query}`,
    headers: [
      ...headers,
      ...(auth.kind === 'oauth1' ? [] : own),
      ...(hasBody ? [['Content-Type', formType] as const] : []),
    ],
    ...(hasBody && { body: utf8(encodeForm(form)) }),
  };
  const { oauth_nonce, oauth_timestamp, ...protocol } = auth.kind === 'oauth1' ? Object.fromEntries(own) : {};
  return prove(bare, auth, {
    nonce: oauth_nonce ?? fresh.nonce,
    timestamp: oauth_timestamp === undefined ? fresh.timestamp : Number(oauth_timestamp),
    protocol,
  }).message;
}

/** A recorded request in editable form; its credentials are sent unchanged. */
export function specOf({ method, url, headers, body }: HttpRequest): RequestSpec {
  const [path = '', query = ''] = url.split('?', 2);
  const line =
    (where: Where) =>
    ([name, value]: readonly [string, string]) => ({ where, name, value });
  return {
    method,
    url: path,
    lines: [
      ...decodeForm(query).map(line('query')),
      ...(body ? decodeForm(text(body)).map(line('body')) : []),
    ],
    auth: { kind: 'none' },
    headers: headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
  };
}

/** One line per parameter: `header oauth_callback=https://northwind.example/cb`. */
export const toText = (lines: readonly RequestParameter[]): string =>
  lines.map(({ where, name, value }) => `${where} ${name}=${value}`).join('\n');

export function fromText(
  typed: string,
): { readonly lines: readonly RequestParameter[] } | { readonly problem: string } {
  const lines: RequestParameter[] = [];
  for (const [index, row] of typed.split('\n').entries()) {
    if (row.trim() === '') continue;
    const [, where, name, value = ''] = /^\s*(header|query|body)\s+([^\s=]+)\s*=(.*)$/.exec(row) ?? [];
    if (!where || !name)
      return { problem: `Line ${index + 1} is not "header", "query" or "body", then name=value.` };
    lines.push({ where: where as Where, name, value });
  }
  return { lines };
}

/** The parameters of an Authorization header or a form, with their places, for a table. */
export function shownLines({ url, headers, body }: HttpRequest): readonly RequestParameter[] {
  const authorization = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';
  const signed = /^OAuth (.*)$/s.exec(authorization)?.[1];
  const parameters = signed
    ? signed.split(', ').map((part): RequestParameter => {
        const [, name = part, value = ''] = /^([^=]*)="([^"]*)"$/.exec(part) ?? [];
        return { where: 'header', name, value };
      })
    : headers.map(([name, value]): RequestParameter => ({ where: 'header', name, value }));
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return [
    ...parameters,
    ...decodeForm(query).map(([name, value]): RequestParameter => ({ where: 'query', name, value })),
    ...(body
      ? decodeForm(text(body)).map(([name, value]): RequestParameter => ({ where: 'body', name, value }))
      : []),
  ];
}
