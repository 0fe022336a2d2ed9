/** Proof by OAuth 1.0a: specification 4.1, RFC 5849 3.1 to 3.4 (choices: o1-collect, o1-method, o1-clock). */
import { refuse } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import { encodeRfc3986, repeatedName } from '../http/encoding.ts';
import type { App } from '../state/tables/accounts.ts';
import type { RequestToken, UserToken } from '../state/tables/grants.ts';
import { source } from '../exchanges/trace.ts';
import type { Trace } from '../exchanges/trace.ts';
import type { Authenticating } from './proof-input.ts';
import { timestampTolerance } from './timestamp.ts';
import type { Principal, PrincipalOf } from '../declaration/principal.ts';
import { collectParameters, computeSignature, messageParameters } from './signature.ts';
import type { Parameter, Signing } from './signature.ts';

const byCollecting = source(['4.1'], ['o1-collect']);
const byClock = source(['4.1'], ['o1-clock']);

export function proveOAuth1(
  list: readonly (readonly [string, string])[],
  call: Authenticating,
): Principal | Refusal {
  const protocol = readProtocol(list);
  if ('problem' in protocol) return protocol;
  const { state, trace, request } = call;
  const app = state.tables.apps.firstBy('consumer_key', protocol.oauth_consumer_key);
  if (!app)
    return refuse(
      'signatureRejected',
      `no App has the consumer key \`${shorten(protocol.oauth_consumer_key)}\``,
    );
  const late = checkTimestamp(protocol.oauth_timestamp, call.now);
  if (late) return late;
  const outside = messageParameters(request, call.url);
  const clash = findClash(list, outside);
  if (clash) return clash;
  const { parameters, repeated } = collectParameters(list, outside);
  const oauthToken =
    protocol.oauth_token ?? (call.takesRequestToken ? protocolOf(parameters).get('oauth_token') : undefined);
  const token = oauthToken ? findToken(oauthToken, app, call) : null;
  if (token === undefined) return unknownToken(oauthToken!, app, call);
  const wrong = checkSignature(protocol.oauth_signature, { parameters, repeated }, trace, (signed) =>
    computeSignature(request.method, call.url, signed, app.consumer_secret, token?.oauth_token_secret ?? ''),
  );
  if (wrong) return wrong;
  const octets = list.find(([name, value]) => !name.isWellFormed() || !value.isWellFormed());
  if (octets)
    return refuse(
      'authenticationMissing',
      `the OAuth header has \`${shorten(encodeRfc3986(octets[0]))}\` with octets that are not UTF-8 (choice: octets)`,
    );
  const principal = principalOf(app, token, parameters, call);
  trace.passed('Authenticated', whoText(principal), byCollecting);
  const { oauth_nonce, oauth_timestamp, oauth_consumer_key } = protocol;
  const requestId = call.request.id ?? null;
  if (!call.nonces.use(oauth_nonce, Number(oauth_timestamp), oauth_consumer_key, oauthToken ?? '', requestId))
    return refuse(
      'signatureRejected',
      `the nonce \`${shorten(oauth_nonce)}\` was used before with this timestamp, client and token (choice: o1-clock)`,
      { reason: 'nonceUsed' },
    );
  const off = Math.round(Number(oauth_timestamp) - call.now / 1000);
  trace.passed('Fresh', `timestamp ${offText(off)}, nonce new`, byClock);
  return principal;
}

/** A protocol parameter with two values, or twice in one place, is ambiguous (RFC 5849 3.1). */
function findClash(
  list: readonly (readonly [string, string])[],
  outside: readonly Parameter[],
): Refusal | null {
  if (outside.length === 0) return null;
  const seen = new Map(list.map(([name, value]) => [name, { value, from: 'header' }]));
  for (const { name, value, from } of outside) {
    if (!name.startsWith('oauth_')) continue;
    const before = seen.get(name);
    if (before?.from === from)
      return refuse(
        'authenticationMissing',
        `\`${shorten(name)}\` appears twice in the ${from} (RFC 5849 3.1)`,
      );
    if (before && before.value !== value)
      return refuse(
        'authenticationMissing',
        `\`${shorten(name)}\` has one value in the ${before.from} and another in the ${from} (RFC 5849 3.1)`,
      );
    seen.set(name, { value, from });
  }
  return null;
}

/** choice: o1-collect — a parameter that is identical in two places counts once or, as RFC 5849 3.4.1.3.1 says, twice. */
function checkSignature(
  received: string,
  { parameters, repeated }: ReturnType<typeof collectParameters>,
  trace: Trace,
  compute: (signed: readonly Parameter[]) => Signing,
): Refusal | null {
  const once = compute(parameters);
  const isOnce = once.signature === received;
  if (repeated.length === 0) return isOnce ? null : wrongSignature(received, once, trace);
  if (!isOnce && compute([...parameters, ...repeated]).signature !== received)
    return wrongSignature(received, once, trace);
  trace.passed('Collected', countedText(repeated, isOnce), byCollecting);
  return null;
}

const countedText = (repeated: readonly Parameter[], isOnce: boolean): string =>
  `${repeated.map(({ name, from }) => `\`${shorten(name)}\` is in the ${from} too`).join(', ')}; this signature counts it ${isOnce ? 'once' : 'wherever it appears'}`;

/** The App's live token with this value. A request token counts only at the endpoint that takes one. */
function findToken(
  name: string,
  app: App,
  { state, takesRequestToken, now }: Authenticating,
): UserToken | RequestToken | undefined {
  const token = takesRequestToken
    ? state.tables.request_tokens.get(name)
    : state.tables.user_tokens.get(name);
  if (token?.app_id !== app.id) return undefined;
  return 'expires_at' in token && now >= token.expires_at ? undefined : token;
}

function unknownToken(name: string, app: App, { takesRequestToken }: Authenticating): Refusal {
  const kind = takesRequestToken ? 'request token' : 'access token';
  const ends = takesRequestToken ? 'it was used, denied or expired' : 'it was invalidated';
  return refuse(
    'tokenInvalid',
    `${app.name} has no ${kind} \`${shorten(name)}\`: ${ends}, belongs to another App, or never existed`,
  );
}

function principalOf(
  app: App,
  token: UserToken | RequestToken | null,
  parameters: readonly Parameter[],
  { state }: Authenticating,
): PrincipalOf<'consumer' | 'requestToken' | 'oauth1'> {
  if (!token) return { kind: 'consumer', app, protocol: protocolOf(parameters) };
  if ('oauth_callback' in token)
    return { kind: 'requestToken', app, token, protocol: protocolOf(parameters) };
  return { kind: 'oauth1', app, token, user: state.tables.users.must(token.user_id) };
}

function whoText(principal: PrincipalOf<'consumer' | 'requestToken' | 'oauth1'>): string {
  const { name } = principal.app;
  if (principal.kind === 'oauth1') return `\`@${principal.user.username}\` by OAuth 1.0a for ${name}`;
  return principal.kind === 'requestToken'
    ? `App ${name} by a request token`
    : `App ${name} by its consumer signature`;
}

/** Parameters by name. The header wins over the query, and the query over the body (choice: o1-collect). */
const protocolOf = (parameters: readonly Parameter[]): ReadonlyMap<string, string> =>
  new Map(parameters.toReversed().map(({ name, value }) => [name, value]));

interface Protocol {
  readonly oauth_consumer_key: string;
  readonly oauth_nonce: string;
  readonly oauth_signature: string;
  readonly oauth_timestamp: string;
  readonly oauth_token: string | undefined;
}

const lacks = (name: string): Refusal =>
  refuse('authenticationMissing', `the OAuth header lacks \`${name}\``);

/** The protocol parameters, checked for presence and syntax (specification 4.1, RFC 5849 3.1 and 3.2). */
function readProtocol(list: readonly (readonly [string, string])[]): Protocol | Refusal {
  if (hasRepeated(list))
    return refuse('authenticationMissing', 'a parameter appears twice in the OAuth header (RFC 5849 3.1)');
  const oauth_consumer_key = valueOf(list, 'oauth_consumer_key');
  if (!oauth_consumer_key) return lacks('oauth_consumer_key');
  const oauth_nonce = valueOf(list, 'oauth_nonce');
  if (!oauth_nonce) return lacks('oauth_nonce');
  const oauth_signature = valueOf(list, 'oauth_signature');
  if (!oauth_signature) return lacks('oauth_signature');
  const method = valueOf(list, 'oauth_signature_method');
  if (!method) return lacks('oauth_signature_method');
  const oauth_timestamp = valueOf(list, 'oauth_timestamp');
  if (!oauth_timestamp) return lacks('oauth_timestamp');
  if (method !== 'HMAC-SHA1')
    return refuse(
      'signatureRejected',
      `\`oauth_signature_method\` is \`${shorten(method)}\`; only HMAC-SHA1 is accepted (choice: o1-method)`,
    );
  const version = valueOf(list, 'oauth_version') ?? '1.0';
  if (version !== '1.0')
    return refuse(
      'signatureRejected',
      `\`oauth_version\` is \`${shorten(version)}\`; it is 1.0 or absent (choice: o1-method)`,
    );
  if (!/^[\x20-\x7e]+$/.test(oauth_nonce))
    return refuse(
      'signatureRejected',
      `\`oauth_nonce\` has ${/[^\0-\x7f]/.test(oauth_nonce) ? 'characters beyond ASCII' : 'a control character in it'} (choice: o1-clock)`,
    );
  const oauth_token = valueOf(list, 'oauth_token');
  return { oauth_consumer_key, oauth_nonce, oauth_signature, oauth_timestamp, oauth_token };
}

type Pairs = readonly (readonly [name: string, value: string])[];

/** Faster than making a Map for one header. */
function valueOf(pairs: Pairs, name: string): string | undefined {
  for (const pair of pairs) if (pair[0] === name) return pair[1];
  return undefined;
}

/** Most clients send the names in ascending order, and ascending names cannot repeat. */
function hasRepeated(pairs: Pairs): boolean {
  const isAscending = pairs.every(([name], at) => at === 0 || pairs[at - 1]![0] < name);
  return !isAscending && repeatedName(pairs) !== undefined;
}

const offText = (seconds: number): string =>
  seconds === 0 ? 'to the second' : `${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead'}`;

function checkTimestamp(timestamp: string, now: number): Refusal | null {
  if (!/^\d{1,15}$/.test(timestamp))
    return refuse(
      'timestampOutOfBounds',
      `\`oauth_timestamp\` is \`${shorten(timestamp)}\`, which is not epoch seconds`,
    );
  const off = Number(timestamp) - Math.floor(now / 1000);
  if (Math.abs(off) <= timestampTolerance) return null;
  const hint = Number(timestamp) > 1e11 ? ' (it looks like milliseconds)' : '';
  return refuse(
    'timestampOutOfBounds',
    `\`oauth_timestamp\` is ${Math.abs(off)} s ${off > 0 ? 'ahead of' : 'behind'} the platform's clock; at most ${timestampTolerance} s are accepted${hint}`,
  );
}

function wrongSignature(received: string, steps: Signing, trace: Trace): Refusal {
  trace.add(
    'refused',
    'Compared',
    'the signature received with the one computed: they differ',
    byCollecting,
    {
      received,
      expected: steps.signature,
      baseString: steps.baseString,
    },
  );
  return refuse(
    'signatureRejected',
    'the signature is not the one that the platform computes from this message and the secrets it keeps',
  );
}

/** A value as a sentence can hold it. */
const shorten = (value: string): string =>
  (value.length > 48 ? `${value.slice(0, 45)}…` : value).replaceAll('`', "'");
