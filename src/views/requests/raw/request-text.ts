import { header, splitUrl, text, utf8 } from '../../../../worker/api.ts';
import type { HttpRequest } from '../../../../worker/api.ts';
import type { Origin } from '../signature/segments.ts';
import { authorizationParts } from '../call/authorization.ts';
import {
  authorizationField,
  explainCredentials,
  explainMessage,
  explainParameter,
  explainScheme,
} from './explain.ts';
import type { PartExplanation, MessagePlace } from './explain.ts';

/** A piece of the message. All pieces joined, with CRLF between lines, are the message (RFC 9112 2.1). */
export interface MessagePart {
  readonly text: string;
  readonly origin?: Origin;
  /** A piece without an explanation only separates others. */
  readonly explanation?: PartExplanation;
}

export type MessageLine = readonly MessagePart[];

export interface RawMessage {
  readonly lines: readonly MessageLine[];
  readonly text: string;
  /** Bytes on the wire. */
  readonly bytes: number;
}

type Tell = Readonly<Record<MessagePlace, PartExplanation>>;

/** The request as HTTP/1.1 writes it, byte for byte. */
export function rawMessage(request: HttpRequest): RawMessage {
  const url = splitUrl(request.url);
  const tell = explainMessage(/^oauth\s/i.test(header(request.headers, 'authorization') ?? ''));
  const head = [requestLine(request.method, url?.path || '/', url?.query ?? '', tell)];
  if (url && header(request.headers, 'host') === undefined)
    head.push(field('Host', url.port ? `${url.host}:${url.port}` : url.host, tell.host, 'U'));
  for (const [name, value] of request.headers) head.push(fieldOf(name, value, tell));
  if (request.body?.length && header(request.headers, 'content-length') === undefined)
    head.push(field('Content-Length', String(request.body.length), tell.length));
  const lines = [...head, [], ...bodyLines(request, tell)];
  const message = lines.map((line) => line.map((part) => part.text).join('')).join('\r\n');
  const headText = message.slice(0, message.length - bodyText(request).length);
  return { lines, text: message, bytes: utf8(headText).length + (request.body?.length ?? 0) };
}

function requestLine(method: string, path: string, query: string, tell: Tell): MessageLine {
  const line: MessagePart[] = [
    { text: method, origin: 'M', explanation: tell.method },
    { text: ' ' },
    { text: path, origin: 'U', explanation: tell.path },
  ];
  if (query) line.push({ text: '?' }, { text: query, origin: 'Q', explanation: tell.query });
  return [...line, { text: ' ' }, { text: 'HTTP/1.1', explanation: tell.version }];
}

function fieldOf(name: string, value: string, tell: Tell): MessageLine {
  const lower = name.toLowerCase();
  if (lower === 'authorization') return authorization(name, value);
  if (lower === 'host') return field(name, value, tell.host, 'U');
  if (lower === 'content-length') return field(name, value, tell.length);
  return field(name, value, lower === 'content-type' ? tell.type : { ...tell.field, term: name });
}

const field = (name: string, value: string, explanation: PartExplanation, origin?: Origin): MessageLine =>
  origin
    ? [{ text: `${name}: ` }, { text: value, origin, explanation }]
    : [{ text: `${name}: ${value}`, explanation }];

function authorization(name: string, value: string): MessageLine {
  const parts = authorizationParts(value);
  const scheme = parts[0]?.kind === 'scheme' ? parts[0].text : '';
  return [
    { text: name, explanation: authorizationField },
    { text: ': ' },
    ...parts.map(({ kind, text, name: parameter = '' }): MessagePart => {
      if (kind === 'separator') return { text };
      if (kind === 'scheme') return { text, explanation: explainScheme(text) };
      if (kind === 'parameter') return { text, origin: 'O', explanation: explainParameter(parameter) };
      return { text, origin: 'K', explanation: explainCredentials(scheme) };
    }),
  ];
}

const bodyText = ({ body }: HttpRequest): string => (body?.length ? text(body) : '');

function bodyLines(request: HttpRequest, tell: Tell): MessageLine[] {
  const content = bodyText(request);
  if (content === '') return [[]];
  const isForm = /^application\/x-www-form-urlencoded *(;|$)/i.test(
    header(request.headers, 'content-type') ?? '',
  );
  const part = isForm
    ? ({ origin: 'B', explanation: tell.form } as const)
    : ({ explanation: tell.body } as const);
  return content.split('\r\n').map((line) => [{ text: line, ...part }]);
}
