/** Breaks of an OAuth 1.0a signature. Everything that a break does not change is signed correctly. */
import { encodeRfc3986, splitUrl } from '../../../../worker/api.ts';
import type { HttpRequest, Sent } from '../../../../worker/api.ts';
import { unproved, withOtherEnd } from './break.ts';
import type { CallBreak, NotNow, Spoiling } from './break.ts';
import { aboutNow, bodyText, isForm, jsonOf, queryOf, withQuery } from './call.ts';
import type { Call } from './call.ts';
import { protocolOf } from './making.ts';
import type { Making, Signed } from './making.ts';

/** Seconds (choice: o1-clock). */
const tolerance = 300;
const off = 600;

/** A break that changes how a call is signed. It has no effect on a call that another break left unsigned. */
function signing(id: string, of: (call: Call, signed: Signed) => Spoiled | NotNow | null): CallBreak {
  return {
    id,
    group: 'Signature',
    of: (call) => {
      const { authentication } = call.making;
      const spoiling = authentication.kind === 'signed' ? of(call, authentication) : null;
      if (!spoiling || 'notNow' in spoiling) return spoiling;
      const { signs, code = 32, ...rest } = spoiling;
      const spoil = (making: Making): Making =>
        making.authentication.kind === 'signed'
          ? { ...making, authentication: { ...making.authentication, ...signs(making.authentication) } }
          : making;
      return { stage: 'signature', ...rest, spoil, expects: unproved(call, 401, code) };
    },
  };
}

type Spoiled = Pick<Spoiling, 'title' | 'does' | 'looked' | 'cause'> &
  Partial<Pick<Spoiling, 'notes' | 'stage'>> & {
    readonly signs: (signed: Signed) => Partial<Signed>;
    /** 32 by default. */
    readonly code?: number;
  };

const differs = 'the signatures differ. Code 32 does not say why, so that nobody can probe for secrets';
const withWrongKey = { oauth_signature: 'made with the wrong key' };
const overOther = { oauth_signature: 'over another base string' };

const tokenSecret = signing('token-secret', (_, { keys }) =>
  keys.oauth_token_secret
    ? {
        title: 'Wrong token secret',
        does: 'One character of the key changes',
        signs: ({ keys: now }) => ({
          keys: { ...now, oauth_token_secret: withOtherEnd(now.oauth_token_secret ?? '') },
        }),
        notes: withWrongKey,
        looked: `The platform signed the same base string with the secret that it keeps for \`oauth_token\`, and ${differs}.`,
        cause: 'Usually the secret belongs to a different token, or a space was copied along with it.',
      }
    : null,
);

const consumerSecret = signing('consumer-secret', () => ({
  title: 'Wrong API secret',
  does: 'The first half of the key changes',
  signs: ({ keys: now }) => ({ keys: { ...now, consumer_secret: withOtherEnd(now.consumer_secret) } }),
  notes: withWrongKey,
  looked: `The signing key is the API secret, \`&\`, and the token secret; its first half is wrong, so ${differs}.`,
  cause:
    'The usual cause is an API key that was regenerated in the portal while the old secret is still deployed.',
}));

const query = signing('query', ({ message }) => {
  // Parameters that are also in the header are signed anyway.
  const own = queryOf(message).filter(([name]) => !name.startsWith('oauth_'));
  const names = [...new Set(own.map(([name]) => `\`${name}\``))];
  if (names.length === 0) return null;
  return {
    title: 'Query left out of the base string',
    does: `Signed without ${names.slice(0, 2).join(', ')}${names.length > 2 ? ', …' : ''}`,
    signs: ({ signs }) => ({ signs: (sent) => withQuery(signs?.(sent) ?? sent, []) }),
    notes: overOther,
    looked: `The platform put ${names.length === 1 ? names[0]! : `all ${names.length} parameters of the query`} into its base string and you did not: ${differs}.`,
    cause:
      'It happens to code that signs the bare address and adds the query afterwards; calls without a query work, so it is found late.',
  };
});

const form = signing('form', ({ message }) =>
  isForm(message) && bodyText(message) !== ''
    ? {
        title: 'Form left out of the base string',
        does: 'Signed as if there were no body',
        signs: ({ signs }) => ({ signs: (sent) => ({ ...(signs?.(sent) ?? sent), body: new Uint8Array() }) }),
        notes: overOther,
        looked: `The fields of a form body are signed like those of the query, and here they were not: ${differs}.`,
        cause: 'Libraries leave it out when the content type is set after the request was signed.',
      }
    : null,
);

const stale = signing('stale', ({ now }, signed) => ({
  title: 'Stale timestamp',
  does: 'Signed as of 10 minutes ago',
  stage: 'timestamp',
  code: 135,
  signs: () => ({ timestamp: aboutNow(signed.timestamp, now) - off }),
  notes: { oauth_timestamp: '10 min earlier', oauth_signature: 'correct for that timestamp' },
  // Only the platform knows the exact offset in seconds.
  looked: null,
  cause:
    'The signature itself is right: a machine whose clock is wrong, or a queue that signs early and sends late, fails every call like this.',
}));

const future = signing('future', ({ now }, signed) => ({
  title: 'Timestamp from the future',
  does: 'Signed as of 10 minutes ahead',
  stage: 'timestamp',
  code: 135,
  signs: () => ({ timestamp: aboutNow(signed.timestamp, now) + off }),
  notes: { oauth_timestamp: '10 min later', oauth_signature: 'correct for that timestamp' },
  // Only the platform knows the exact offset in seconds.
  looked: null,
  cause:
    'Local time sent as if it were UTC does this east of Greenwich. Use the time in the `date` header of any answer.',
}));

/** The last call that used up a nonce with these keys, as long as its timestamp is accepted. */
function lastFresh({ answered, now }: Call, { keys }: Signed): ReadonlyMap<string, string> | null {
  const used = answered.find(({ exchange }) => exchange.trace.some(({ verb }) => verb === 'Fresh'));
  const given = used && protocolOf(authorizationOf(used));
  const isOurs =
    given?.get('oauth_consumer_key') === keys.consumer_key && given.get('oauth_token') === keys.oauth_token;
  if (!isOurs) return null;
  return Math.abs(Number(given.get('oauth_timestamp')) - now / 1000) < tolerance - 5 ? given : null;
}

const authorizationOf = ({ exchange }: Sent): string =>
  exchange.request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';

const replay = signing('replay', (call, signed) => {
  const title = 'Replayed nonce';
  const used = lastFresh(call, signed);
  if (!used)
    return {
      title,
      notNow: 'There is no request of the last five minutes to send again: send a correct call first.',
    };
  return {
    title,
    does: 'The last request goes out again',
    stage: 'nonce',
    signs: () => ({ nonce: used.get('oauth_nonce')!, timestamp: Number(used.get('oauth_timestamp')) }),
    notes: { oauth_nonce: 'used before', oauth_signature: 'correct for that nonce' },
    looked: `The signature is right, but \`oauth_nonce\` was used before with this timestamp, key and token: anyone who recorded a request cannot send it again.`,
    cause: 'In practice it is a retry that sends the same header again. Sign again for each attempt.',
  };
});

const plaintext = signing('plaintext', () => ({
  title: 'Plain text in place of SHA-1',
  does: '`PLAINTEXT` is declared',
  stage: 'method',
  signs: ({ writes, joins }) => ({
    joins: (parameters) => declare(joins?.(parameters) ?? parameters, 'HMAC-SHA1', 'PLAINTEXT'),
    writes: (header) => declare(writes?.(header) ?? header, '"HMAC-SHA1"', '"PLAINTEXT"'),
  }),
  notes: { oauth_signature: 'over the base string that says so' },
  looked:
    '`oauth_signature_method` is `PLAINTEXT`, and only HMAC-SHA1 is accepted: the signature was not checked.',
  cause:
    'Libraries offer it because it needs no base string; it would send both secrets themselves with every call.',
}));

const declare = (text: string, was: string, now: string): string =>
  text.replace(`oauth_signature_method=${was}`, `oauth_signature_method=${now}`);

const twice = signing('encoded-twice', () => ({
  title: 'Encoded once too often',
  does: 'The signature, in the header',
  signs: ({ writes }) => ({
    writes: (header) =>
      (writes?.(header) ?? header).replace(
        /(oauth_signature=")([^"]*)/,
        (_, before: string, signature: string) => before + encodeRfc3986(signature),
      ),
  }),
  notes: { oauth_signature: 'right, but encoded twice' },
  looked:
    'The platform decoded `oauth_signature` once, and `%3D` was left at its end where `=` belongs: it is not the signature that it computed.',
  cause: 'It comes from encoding the value yourself and handing it to a library that encodes it again.',
}));

/** The parameters of query and form, decoded. */
const pairsOf = (message: HttpRequest): readonly (readonly [string, string])[] => [
  ...queryOf(message),
  ...(isForm(message) ? queryOf({ ...message, url: `https://form/?${bodyText(message)}` }) : []),
];

const plus = signing('plus', ({ message }) => {
  const name = pairsOf(message).find(([, value]) => value.includes(' '))?.[0];
  if (name === undefined) return null;
  return {
    title: '+ for a space',
    does: `In \`${name}\`, where %20 is signed`,
    signs: ({ joins }) => ({
      joins: (parameters) => (joins?.(parameters) ?? parameters).replaceAll('%20', '+'),
    }),
    notes: overOther,
    looked: `The base string has a space of \`${name}\` as \`+\`; RFC 5849 3.6 wants \`%20\`, so ${differs}.`,
    cause:
      'That is what the form encoders of most languages write. They are made for forms, not for signatures.',
  };
});

const marks = signing('marks', ({ message }) => {
  const name = pairsOf(message).find(([, value]) => /[!'()*]/.test(value))?.[0];
  if (name === undefined) return null;
  return {
    title: 'Marks left unencoded',
    does: `! ' ( ) * in \`${name}\`, as encodeURIComponent leaves them`,
    signs: ({ joins }) => ({
      joins: (parameters) =>
        (joins?.(parameters) ?? parameters).replace(/%(?:2[1789A])/g, (escape) => decodeURIComponent(escape)),
    }),
    notes: overOther,
    looked: `The base string has the marks of \`${name}\` as they are; RFC 5849 3.6 encodes everything but letters, digits and \`- . _ ~\`, so ${differs}.`,
    cause:
      "In JavaScript, `encodeURIComponent` leaves these five alone. It works until somebody writes `it's`.",
  };
});

const json = signing('json-body', ({ message }) =>
  jsonOf(message)
    ? {
        title: 'JSON body in the base string',
        does: 'Signed as if it were a form',
        signs: ({ signs }) => ({ signs: (sent) => asForm(signs?.(sent) ?? sent) }),
        notes: overOther,
        looked: `A body is signed when it is a form, and a JSON body never is: ${differs}.`,
        cause:
          'It happens to code that was written for forms, when its body becomes JSON and its signature stays as it was.',
      }
    : null,
);

/** The same body, declared as a form. */
function asForm(message: HttpRequest): HttpRequest {
  const headers = message.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  return { ...message, headers: [...headers, ['content-type', 'application/x-www-form-urlencoded']] };
}

const http = signing('signed-http', ({ message }) =>
  splitUrl(message.url)?.scheme === 'https'
    ? {
        title: 'Signed as http',
        does: 'Sent over https anyway',
        signs: ({ signs }) => ({
          signs: (sent) => ({ ...(signs?.(sent) ?? sent), url: sent.url.replace(/^https/i, 'http') }),
        }),
        notes: overOther,
        looked: `The platform signs the address that it was reached at, \`https://\`, and your base string begins its address with \`http://\`: ${differs}.`,
        cause: 'A server behind a proxy that ends TLS sees http, and signs or checks with what it sees.',
      }
    : null,
);

const otherMethod = signing('signed-method', ({ message }) => {
  const other = message.method.toUpperCase() === 'GET' ? 'POST' : 'GET';
  return {
    title: 'Signed as another method',
    does: `Sent as ${message.method}, signed as ${other}`,
    signs: ({ signs }) => ({ signs: (sent) => ({ ...(signs?.(sent) ?? sent), method: other }) }),
    notes: overOther,
    looked: `The base string begins with the method: the platform signed \`${message.method}\`, you signed \`${other}\`, and ${differs}.`,
    cause: 'It happens where a helper has its method as a default, and one call uses another.',
  };
});

export const signatureBreaks: readonly CallBreak[] = [
  tokenSecret,
  consumerSecret,
  stale,
  future,
  replay,
  query,
  form,
  plus,
  marks,
  json,
  twice,
  http,
  otherMethod,
  plaintext,
];
