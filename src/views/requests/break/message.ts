/** Breaks of the message itself. Its authentication stays right. */
import { splitUrl, utf8 } from '../../../../worker/api.ts';
import type { HttpRequest, JsonSchema } from '../../../../worker/api.ts';
import type { CallBreak, Spoiling } from './break.ts';
import { bodyText, isForm, isPage, isStrict, jsonOf, namesWebhook, setQuery, typeOf } from './call.ts';
import type { Call } from './call.ts';
import { placesOf } from './places.ts';

type Words = Omit<Spoiling, 'spoil'> & { readonly spoil: (request: HttpRequest) => HttpRequest };

const message = (id: string, of: (call: Call) => Words | null): CallBreak => ({
  id,
  group: 'Message',
  of: (call) => {
    const words = of(call);
    return (
      words && {
        ...words,
        spoil: (making) => ({ ...making, request: words.spoil(making.request) }),
        notes: { ...signedAnew, ...words.notes },
      }
    );
  },
});

const signedAnew = { oauth_signature: 'correct for what is sent' };

const wrongValue = { expects: { status: 400, code: 214 }, stage: 'values' } as const;

const list = (schema: JsonSchema | undefined): string => {
  const values = schema?.enum ?? [];
  return `${values
    .slice(0, 3)
    .map((each) => `\`${String(each)}\``)
    .join(', ')}${values.length > 3 ? ` and ${values.length - 3} more` : ''}`;
};

const field = message('field', (call) => {
  const place = isStrict(call) ? placesOf(call).find(({ schema }) => schema.items?.enum) : undefined;
  if (!place) return null;
  const { name, schema } = place;
  return {
    ...wrongValue,
    title: 'A field that does not exist',
    does: `\`${name}=shoe_size\``,
    spoil: (request) => place.put(request, 'shoe_size'),
    looked: `\`shoe_size\` is not one of the values of \`${name}\`: ${list(schema.items)}. The whole call is refused, not that field alone.`,
    cause: 'This happens with names from another version of the API, or from the object that comes back.',
  };
});

const parameter = message('parameter', (call) =>
  isStrict(call)
    ? {
        ...wrongValue,
        title: 'An unknown parameter',
        does: '`colour=blue` in the query',
        spoil: (request) => setQuery(request, 'colour', 'blue'),
        looked:
          'The endpoint does not declare `colour`, and v2 refuses what it does not know instead of ignoring it.',
        cause:
          'Spelling is the usual reason: `max_result` would be refused in the same way instead of quietly giving the default.',
      }
    : null,
);

const enumeration = message('enum', (call) => {
  const place = placesOf(call).find(({ schema }) => schema.enum && schema.type === 'string');
  if (!place || call.target?.auth.includes('requestToken') || isPage(call)) return null;
  const isGrantType = place.name === 'grant_type';
  const value = isGrantType ? 'password' : 'sometimes';
  const ofApps = isGrantType && call.target?.auth[0] === 'basic';
  return {
    ...wrongValue,
    ...(ofApps && { expects: { status: 403, code: 170 } }),
    title: 'An invalid value',
    does: `\`${place.name}=${value}\``,
    spoil: (request) => place.put(request, value),
    looked: `\`${place.name}\` takes ${list(place.schema)}; \`${value}\` is not among them${ofApps ? ', and counts as missing' : ''}.`,
    cause: isGrantType
      ? 'Other platforms take a password for a token, and client libraries still offer it.'
      : 'Words that people read in an interface are rarely the words of the API.',
  };
});

const range = message('range', (call) => {
  const place = placesOf(call).find((each) => (each.schema.maximum ?? Infinity) < 1e9);
  const most = place && place.schema.maximum;
  if (!place || most === undefined) return null;
  return {
    ...wrongValue,
    title: 'A number out of range',
    does: `\`${place.name}\` of ${most + 1}`,
    spoil: (request) => place.put(request, most + 1),
    looked: `The \`${place.name}\` ${place.kind} takes ${place.schema.minimum ?? 0} to ${most}; ${most + 1} is refused, not lowered to ${most}.`,
    cause:
      'Code that asks for “as many as there are” does this. Page through with the token of the answer instead.',
  };
});

const length = message('length', (call) => {
  const place = placesOf(call).find(
    (each) => each.kind === 'body field' && each.schema.maxLength !== undefined && each.given,
  );
  const most = place && place.schema.maxLength;
  if (!place || most === undefined || isForm(call.message)) return null;
  return {
    ...wrongValue,
    title: 'A text that is too long',
    does: `\`${place.name}\` of ${most + 1} characters`,
    spoil: (request) => place.put(request, 'a'.repeat(most + 1)),
    notes: { ...signedAnew, [place.name]: `${most + 1} characters` },
    looked: `\`${place.name}\` takes ${most} characters and has ${most + 1}. Nothing of it was kept.`,
    cause:
      'Count as the platform counts, before you send: a text that was cut to fit elsewhere may not fit here.',
  };
});

/** Longer than any valid id. */
const noId = 'abc';

const malformedId = message('malformed-id', (call) => {
  const { target, message: sent } = call;
  const path = target?.fields.find((each) => each.in === 'path' && /\\d/.test(patternOf(each.schema)));
  const place = placesOf(call).find(
    ({ schema, required }) => required && /\\d\{1/.test(patternOf(schema) || patternOf(schema.items)),
  );
  // Outside of v2, addresses are matched as a whole.
  if (target?.api !== 'v2' || !splitUrl(sent.url)) return null;
  const name = (path ?? place)?.name;
  if (name === undefined) return null;
  return {
    ...wrongValue,
    title: 'An invalid id',
    does: `\`${noId}\` as \`${name}\``,
    spoil: (request) =>
      path || !place ? withPath(request, target.path, name, noId) : place.put(request, noId),
    looked: `Ids are 1 to 19 digits, and \`${noId}\` is not: it was refused before anything was looked up.`,
    cause: 'Usually a name was sent in place of the id, or the whole link that contains it.',
  };
});

/** An id that no example has. */
const nobodysWebhook = '1000000000000000009';

const unknownId = message('unknown-id', (call) => {
  const { target } = call;
  if (target && namesWebhook(call))
    return {
      title: 'An unknown webhook',
      does: `\`${nobodysWebhook}\``,
      spoil: (request) => withPath(request, target.path, 'webhook_id', nobodysWebhook),
      expects: { status: 400, code: 214 },
      stage: 'thing',
      looked: `The call was let in, counted and looked up: the App has no webhook \`${nobodysWebhook}\`, and the reason is \`WebhookIdInvalid\`. Elsewhere a missing thing is 404; here it is 400, like every webhook error.`,
      cause:
        'A webhook that was deleted and registered again has a new id, and the same URL has another id in another App.',
    };
  const last = target && /\/:(\w*id)$|\/accounts\/:(account_id)\//.exec(target.path)?.slice(1).find(Boolean);
  if (!target || !last || (target.method === 'DELETE' && target.path.includes('following'))) return null;
  // Ids of spaces and advertiser accounts contain letters.
  const id = /^\d*$/.test(target.example.path?.[last] ?? '') ? '1000000000000000001' : '1nobodyhasit1';
  return {
    title: 'An unknown id',
    does: `\`${id}\``,
    spoil: (request) => withPath(request, target.path, last, id),
    expects: { status: 404, code: 144 },
    stage: 'thing',
    looked: `\`${id}\` is well-formed, so the call was let in, counted and looked up: nothing has that id.`,
    cause:
      'It was deleted, or is hidden from the user you call for: the answer does not tell which. JavaScript numbers also lose the last digits of an id.',
  };
});

const required = message('required', (call) => {
  const place = placesOf(call).find((each) => each.required && each.given);
  if (!place) return null;
  return {
    ...wrongValue,
    title: 'A value that is missing',
    does: `Without \`${place.name}\``,
    spoil: (request) => place.put(request, undefined),
    looked: `The \`${place.name}\` ${place.kind} is required, and the call goes without it.`,
    cause: 'An empty variable leaves it out: most clients silently drop undefined values.',
  };
});

const json = message('json', ({ message: sent }) =>
  jsonOf(sent)
    ? {
        ...wrongValue,
        title: 'Invalid JSON',
        does: 'Its last brace is missing',
        spoil: (request) => ({ ...request, body: utf8(bodyText(request).trimEnd().slice(0, -1)) }),
        looked:
          'The body says that it is JSON and ends before it is complete: none of its fields was checked.',
        cause:
          'JSON that is put together from strings breaks at the first quote in a text, and at a wrong content length.',
      }
    : null,
);

const contentType = message('content-type', ({ message: sent, target }) => {
  const [type = ''] = typeOf(sent).split(';');
  if (!target?.body || type === '' || type === 'text/plain' || bodyText(sent) === '') return null;
  return {
    title: 'Another content type',
    does: '`text/plain` is declared',
    spoil: (request) => ({
      ...request,
      headers: request.headers.map(([name, value]) =>
        name.toLowerCase() === 'content-type' ? [name, 'text/plain'] : [name, value],
      ),
    }),
    expects: { status: 415, code: 25 },
    stage: 'type',
    looked: `The body is ${isForm(sent) ? 'a form' : 'JSON'} and is declared as \`text/plain\`: the platform goes by what is declared, and takes \`${type}\` here.`,
    cause: 'Several HTTP clients set this type for every string that they are given as a body.',
  };
});

const method = message('method', ({ target, endpoints, making }) => {
  if (!target) return null;
  const allowed = endpoints.filter(({ path }) => path === target.path).map((each) => each.method);
  const other = ['POST', 'PUT', 'GET', 'DELETE'].find((each) => !allowed.includes(each)) ?? 'PATCH';
  return {
    title: 'Wrong method',
    does: `Sent ${making.authentication.kind === 'signed' ? 'and signed ' : ''}as \`${other}\``,
    spoil: (request) => ({ ...request, method: other }),
    expects: { status: 405, code: 86 },
    stage: 'match',
    looked: `This path takes ${allowed.map((each) => `\`${each}\``).join(' and ')}, as the \`allow\` header says. The credentials were not checked yet.`,
    cause: 'A redirect that turns POST into GET causes it, and so does a client’s default method.',
  };
});

const path = message('path', ({ target, message: sent }) => {
  const parts = splitUrl(sent.url);
  if (!target || !parts) return null;
  const wrong = parts.path.replace(/^(\/[\d.]+)?\/[^/]+/, '$&s');
  return {
    title: 'An unknown path',
    does: `\`${wrong}\``,
    spoil: (request) => ({ ...request, url: request.url.replace(parts.path, wrong) }),
    expects: { status: 404, code: 34 },
    stage: 'match',
    looked:
      'No endpoint has this path. It is the first thing that is checked, so wrong credentials would not have been noticed either.',
    cause:
      'A missing version, a plural too many or a slash at the end: code 34 is about the address, code 144 about the thing.',
  };
});

const http = message('http', (call) => {
  const proves = call.making.authentication.kind !== 'none';
  if (!call.target || (!proves && isStrict(call)) || splitUrl(call.message.url)?.scheme !== 'https')
    return null;
  return {
    title: 'http in place of https',
    does: proves ? 'Credentials without TLS' : 'Sent without TLS',
    spoil: (request) => ({ ...request, url: request.url.replace(/^https/i, 'http') }),
    expects: { status: 403, code: 92 },
    stage: 'match',
    looked: proves
      ? 'The call came unencrypted, and calls with credentials are accepted over https only: it was refused before they were checked.'
      : 'The call came unencrypted, and everything about signing in is served over https only.',
    cause:
      'The platform does not redirect: by then everything was already sent unencrypted. Regenerate a secret that was sent like this.',
  };
});

const patternOf = (schema: JsonSchema | undefined): string => schema?.pattern ?? '';

/** The request with another value for a parameter of its path. */
function withPath(request: HttpRequest, pattern: string, name: string, value: string): HttpRequest {
  const parts = splitUrl(request.url);
  if (!parts) return request;
  const at = pattern.split('/').indexOf(`:${name}`);
  const changed = parts.path.split('/').with(at, value).join('/');
  return { ...request, url: request.url.replace(parts.path, changed) };
}

export const messageBreaks: readonly CallBreak[] = [
  field,
  parameter,
  enumeration,
  range,
  required,
  length,
  malformedId,
  unknownId,
  json,
  contentType,
  method,
  path,
  http,
];
