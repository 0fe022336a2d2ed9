import type { KnownEndpoint } from '#reference';
import { encodeForm, encodeRfc3986, isRecord, prove, utf8 } from '../../worker/api.ts';
import type { Credential, HttpRequest, JsonSchema } from '../../worker/api.ts';
import { callKeyOf } from '../call/call-key.ts';
import { writeCurl } from '../curl/write.ts';
import { baseOf } from '../state/bases.ts';
import type { Bases } from '../state/bases.ts';
import type { PageSession } from '../state/session.svelte.ts';

/** Path parameters without an example: a webhook belongs to the App. */
export const unnamed = ({ fields, example }: KnownEndpoint): readonly string[] =>
  fields.flatMap(({ name, in: place }) =>
    place === 'path' && example.path?.[name] === undefined ? [name] : [],
  );

/** The call of an endpoint's example, without authentication. */
export function exampleCall(bases: Bases, endpoint: KnownEndpoint): HttpRequest {
  const { method, path, body, example } = endpoint;
  const filled = path.replace(/:(\w+)/g, (whole, name: string) => {
    const value = example.path?.[name];
    return value === undefined ? whole : encodeRfc3986(value);
  });
  const search = encodeForm(Object.entries(example.query ?? {}));
  const url = `${baseOf(bases, endpoint)}${filled}${search === '' ? '' : `?${search}`}`;
  if (!body || example.body === undefined) return { method, url, headers: [] };
  return {
    ...{ method, url, headers: [['Content-Type', body.contentType]] },
    body: utf8(bodyText(example.body, body.contentType)),
  };
}

function bodyText(body: unknown, contentType: string): string {
  if (typeof body === 'string') return body;
  if (contentType.startsWith('application/json') || !isRecord(body)) return JSON.stringify(body);
  return encodeForm(Object.entries(body).map(([name, value]) => [name, String(value)]));
}

const proofs: Readonly<Partial<Record<string, string>>> = {
  oauth1: 'OAuth …',
  consumer: 'OAuth …',
  requestToken: 'OAuth …',
  oauth2: 'Bearer …',
  app: 'Bearer …',
  basic: 'Basic …',
  client: 'Basic …',
};

/** As a bash command, without the credentials. */
export function exampleCurl(bases: Bases, endpoint: KnownEndpoint): string {
  const { method, url, headers, body } = exampleCall(bases, endpoint);
  const proof = proofs[endpoint.auth[0] ?? 'none'];
  const written = writeCurl(
    {
      ...{ method, url },
      headers: [...headers, ...(proof === undefined ? [] : [['Authorization', proof] as const])],
      body: body ? new TextDecoder().decode(body) : null,
    },
    'bash',
  );
  return 'text' in written ? written.text : written.problem;
}

/** Sends the example, signed with this credential. Rejects if the engine does not answer. */
export async function sendExample(session: PageSession, endpoint: KnownEndpoint, credential: Credential) {
  const request = { ...exampleCall(session.greeting, endpoint), id: crypto.randomUUID() };
  const { message } = prove(request, callKeyOf(credential), {
    nonce: crypto.randomUUID().replaceAll('-', ''),
    timestamp: Math.floor(session.clock.now / 1000),
  });
  session.mark.callSent();
  return session.playground.send(message);
}

/** An initial value within the bounds of a schema. */
export function exampleOf(schema: JsonSchema): unknown {
  const { type, enum: values, properties = {}, required = [], items } = schema;
  if (schema['default'] !== undefined) return schema['default'];
  if (values?.[0] !== undefined) return values[0];
  const least = (name: string) => (typeof schema[name] === 'number' ? schema[name] : 0);
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties).flatMap(([name, each]) =>
          required.includes(name) ? [[name, exampleOf(each)]] : [],
        ),
      );
    case 'array':
      return items ? Array.from({ length: Math.max(1, least('minItems')) }, () => exampleOf(items)) : [];
    case 'integer':
      return least('minimum');
    case 'boolean':
      return true;
    default:
      return '';
  }
}
