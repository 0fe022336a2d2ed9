/** Writes one exchange as a HAR 1.2 entry; `_svc` holds the custom fields. */
import { cookieFields, secretOfScheme } from '../auth/carried-secrets.ts';
import type { SecretFields } from '../auth/carried-secrets.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { base64 } from '../http/base64.ts';
import { isForm, readOctets } from '../http/encoding.ts';
import { harPairs, harRequest, noHarResponse } from '../http/har-request.ts';
import type { HarPair, WrittenRequest } from '../http/har-request.ts';
import { header } from '../http/messages.ts';
import type { HeaderList } from '../http/messages.ts';
import { iso } from '../social/renderer.ts';
import type { SecretsOfCall } from './fields-of.ts';
import { maskText } from './mask.ts';
import type { Syntax } from './mask.ts';
import type { Secrets } from './secrets.ts';

/** What the tables know about an exchange. */
export interface About {
  readonly app: string | null;
  readonly user: string | null;
  /** The ids of the delivered event and of the challenged webhook. */
  readonly deliveryOf: string | null;
  readonly challengeOf: string | null;
}

/** Returns a text as it is written to the file. */
type Writes = (text: string, fields: SecretFields, syntax: Syntax) => string;

/** `secrets`: null to leave them unmasked. */
export function entryOf(
  exchange: Exchange,
  about: About,
  fields: SecretsOfCall,
  secrets: Secrets | null,
): object {
  const write: Writes = (text, of, syntax) => (secrets ? maskText(text, of, secrets, syntax) : text);
  const { request, outcome, trace } = exchange;
  const url = write(maskPath(request.url, fields, secrets), fields.request, 'form');
  const comment = commentOf(exchange, about);
  return {
    startedDateTime: iso(exchange.at),
    time: exchange.durationMs,
    request: harRequest({
      method: request.method,
      url,
      ...headersOf(request.headers, fields.request, secrets),
      body: bodyOf(request, fields.request, write),
      size: request.body?.length ?? 0,
    }),
    response: responseOf(outcome, fields.response, secrets, write),
    cache: {},
    timings: { send: 0, wait: exchange.durationMs, receive: 0 },
    ...(comment !== null && { comment }),
    _svc: {
      operationId: exchange.endpointId,
      sequence: exchange.sequence,
      direction: exchange.direction,
      app: about.app,
      user: about.user,
      deliveryOf: about.deliveryOf,
      challengeOf: about.challengeOf,
      replayOf: request.again?.of ?? null,
      replay: request.again?.how ?? null,
      clock: 'platform',
      trace: trace.map(({ at, outcome: result, verb, text, sections }) => ({
        ...{ at, result, verb, sections },
        text: write(text, {}, 'text'),
      })),
    },
  };
}

function commentOf({ direction }: Exchange, { deliveryOf, challengeOf }: About): string | null {
  if (direction === 'in') return null;
  if (deliveryOf !== null) return `The platform delivered the event ${deliveryOf} to a webhook.`;
  if (challengeOf !== null) return `The platform challenged the webhook ${challengeOf}.`;
  return 'A call by the platform to the outside.';
}

/** Masks path parameters that are secrets, such as the secret of a compliance file. */
function maskPath(url: string, { path }: SecretsOfCall, secrets: Secrets | null): string {
  if (!secrets || path.length === 0) return url;
  const [before = '', ...query] = url.split('?');
  const parts = before.split('/');
  for (const [template, fields] of path) {
    const names = template.split('/');
    const from = parts.length - names.length;
    if (
      from < 0 ||
      !names.every((name, at) => name.startsWith(':') || name === '' || name === parts[from + at])
    )
      continue;
    for (const [at, name] of names.entries()) {
      const kind = fields[name.slice(1)];
      const value = parts[from + at];
      if (name.startsWith(':') && kind && value)
        parts[from + at] = encodeURIComponent(secrets.nameOf(kind, value));
    }
    break;
  }
  return [parts.join('/'), ...query].join('?');
}

interface Headers {
  readonly headers: readonly HarPair[];
  readonly cookies: readonly HarPair[];
}

function headersOf(list: HeaderList, fields: SecretFields, secrets: Secrets | null): Headers {
  if (!secrets) return { headers: harPairs(list), cookies: list.flatMap(cookiesIn) };
  const headers = list
    .filter(([name]) => !cookieFields.has(name.toLowerCase()))
    .map(([name, value]) => ({ name, value: headerValue(name.toLowerCase(), value, fields, secrets) }));
  return { headers, cookies: [] };
}

function headerValue(name: string, value: string, fields: SecretFields, secrets: Secrets): string {
  const whole = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (whole) return secrets.nameOf(whole, value);
  const [, scheme = '', space = '', rest = ''] = /^(\S+)(\s+)(.+)$/s.exec(value) ?? [];
  const kind = name === 'authorization' ? secretOfScheme[scheme.toLowerCase()] : undefined;
  if (kind) return scheme + space + secrets.nameOf(kind, rest);
  return maskText(value, fields, secrets, name === 'location' ? 'form' : 'text');
}

function cookiesIn([name, value]: HeaderList[number]): HarPair[] {
  const of = name.toLowerCase();
  if (!cookieFields.has(of)) return [];
  const each = of === 'cookie' ? value.split(/; */) : [value.split(';')[0] ?? ''];
  return each.flatMap((cookie) => {
    const equals = cookie.indexOf('=');
    return equals < 1 ? [] : [{ name: cookie.slice(0, equals), value: cookie.slice(equals + 1) }];
  });
}

/** The text of a body; null when it is not UTF-8. */
function textIn(body: Uint8Array): string | null {
  const text = readOctets(body);
  return text.isWellFormed() ? text : null;
}

function bodyOf(
  { headers, body }: Exchange['request'],
  fields: SecretFields,
  write: Writes,
): WrittenRequest['body'] {
  if (!body?.length) return null;
  const mimeType = header(headers, 'content-type') ?? '';
  const text = textIn(body);
  return text === null
    ? { mimeType, text: base64(body), isBase64: true }
    : { mimeType, text: write(text, fields, isForm(mimeType) ? 'form' : 'text'), isBase64: false };
}

function responseOf(
  outcome: Exchange['outcome'],
  fields: SecretFields,
  secrets: Secrets | null,
  write: Writes,
): object {
  const common = { httpVersion: 'HTTP/1.1', headersSize: -1 };
  if (outcome.kind === 'closed')
    return { ...noHarResponse, comment: `There was no response: ${write(outcome.reason, {}, 'text')}.` };
  const { status } = outcome;
  const mimeType = header(outcome.headers, 'content-type') ?? 'x-unknown';
  return {
    ...{ ...common, status, statusText: '', ...headersOf(outcome.headers, fields, secrets) },
    redirectURL: write(header(outcome.headers, 'location') ?? '', fields, 'form'),
    ...(outcome.kind === 'stream'
      ? {
          bodySize: outcome.ended?.bytes ?? -1,
          content: {
            size: outcome.ended?.bytes ?? -1,
            mimeType,
            comment: 'The body of a stream is not kept.',
          },
        }
      : { bodySize: outcome.body.length, content: contentOf(outcome.body, mimeType, fields, write) }),
  };
}

function contentOf(body: Uint8Array, mimeType: string, fields: SecretFields, write: Writes): object {
  const text = textIn(body);
  const size = body.length;
  return text === null
    ? { size, mimeType, text: base64(body), encoding: 'base64' }
    : { size, mimeType, text: write(text, fields, isForm(mimeType) ? 'form' : 'text') };
}
