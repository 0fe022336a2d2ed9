/** What every outcome has to be like, whatever the request was. */
import { decodeForm, header, isClosed, isResponse } from '../../../engine/inside.ts';
import { answerTypes } from '../../../engine/declaration/endpoint.ts';
import { parse } from '../../../engine/spec/parse.ts';
import type { Outcome, HttpRequest, HttpResponse } from '../../../engine/index.ts';
import { declarations as endpoints } from '../../../testing/endpoints.ts';

/** The closed list (choice: codes), without 131, which is our own fault. */
const statusesOf: Readonly<Record<number, readonly number[]>> = {
  25: [413, 414, 415],
  32: [401],
  34: [404],
  86: [405],
  88: [429],
  89: [401],
  92: [403],
  93: [403],
  99: [403],
  135: [401],
  144: [404, 200],
  170: [403],
  185: [429],
  187: [403],
  214: [400, 200],
  215: [400],
  220: [403, 200],
  261: [403],
  348: [403],
  414: [403],
  415: [403],
  416: [401],
  453: [403],
};

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

interface Body {
  readonly errors?: unknown;
  readonly title?: unknown;
  readonly detail?: unknown;
  readonly type?: unknown;
  readonly status?: unknown;
  readonly meta?: { readonly next_token?: unknown };
}

/** What is wrong with an outcome; null for nothing. The endpoint is the one that the platform says it matched. */
export function fault(request: HttpRequest, outcome: Outcome, endpointId: string | null): string | null {
  if (isClosed(outcome)) return outcome.reason ? null : 'closed without a reason';
  if (!isResponse(outcome)) return 'a stream, of which the fuzz knows none';
  const { status, headers, body } = outcome;
  if (!Number.isInteger(status) || status < 200 || status > 499) return `status ${status}`;
  for (const [name, value] of headers)
    if (!token.test(name) || !fieldValue.test(value)) return `header ${JSON.stringify([name, value])}`;
  if (!(body instanceof Uint8Array)) return 'the body is no bytes';
  if (status === 401 && !header(headers, 'www-authenticate')) return '401 without a challenge';
  if ((status === 405 || status === 204) && !header(headers, 'allow')) return `${status} without Allow`;
  if (request.method === 'HEAD' || status === 204)
    return body.length === 0 ? null : 'a body where none may be';
  return bodyFault(outcome, endpointId);
}

export const bodyOf = ({ body }: HttpResponse): Body => JSON.parse(strict.decode(body)) as Body;

/** Answers of the OAuth flows: forms, the platform's own pages, redirects (specification 4; choice: o1-pages). */
function pageFault(
  response: HttpResponse,
  type: string | undefined,
  format: 'form' | 'html' | 'redirect',
): string | null {
  const text = strict.decode(response.body);
  if (type !== answerTypes[format]) return `content type ${String(type)}`;
  if (format === 'form') return decodeForm(text).length > 1 ? null : 'a form of fewer than two pairs';
  if (format === 'redirect')
    return header(response.headers, 'location') && text === '' ? null : 'a redirect to nowhere';
  if (!text.startsWith('<!doctype html>') || !text.endsWith('</html>\n')) return 'a page that is not whole';
  return /<script|javascript:|\son\w+=/i.test(text.replace(/&[a-z#0-9]+;/g, ' '))
    ? 'a page that is not inert'
    : null;
}

function bodyFault(response: HttpResponse, endpointId: string | null): string | null {
  const type = header(response.headers, 'content-type');
  const endpoint = endpoints.find(({ id }) => id === endpointId);
  const isPage = endpoint?.api.errorBody === 'page' || type === answerTypes.html;
  const format = endpoint?.answers[response.status]?.format ?? (isPage ? 'html' : 'json');
  if (format === 'stream') return 'a stream, of which the fuzz knows none';
  if (format === 'plain' && type === answerTypes.plain) return null;
  if (format !== 'json' && type !== 'application/json; charset=utf-8')
    return format === 'plain' ? `content type ${String(type)}` : pageFault(response, type, format);
  if (type !== 'application/json; charset=utf-8') return `content type ${String(type)}`;
  const body = bodyOf(response);
  if (response.status < 300) {
    const declared = endpoint?.answers[response.status];
    if (!declared) return 'the answer is not as declared: status';
    const parsed = parse(declared.schema, body);
    if (!parsed.success) return `the answer is not as declared: ${JSON.stringify(parsed.issues)}`;
    return body.errors === undefined ? null : errorsFault(body.errors, response.status);
  }
  if ((endpoint?.api.errorBody === 'problem' || 'title' in body) && !isProblem(body, response.status))
    return 'the problem fields are not whole';
  return errorsFault(body.errors, response.status);
}

const isProblem = ({ title, detail, type, status }: Body, expected: number): boolean =>
  [title, detail, type].every((each) => typeof each === 'string' && each !== '') && status === expected;

function errorsFault(errors: unknown, status: number): string | null {
  if (!Array.isArray(errors) || errors.length === 0) return 'no errors array';
  for (const { code, message } of errors as { code: unknown; message: unknown }[]) {
    if (typeof message !== 'string' || message === '') return 'an error without a message';
    if (!statusesOf[code as number]?.includes(status)) return `code ${String(code)} with status ${status}`;
  }
  return null;
}
