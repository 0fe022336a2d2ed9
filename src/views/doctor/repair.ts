import {
  encodeRfc3986,
  decodeForm,
  encodeForm,
  signRequest,
  splitUrl,
  timestampTolerance,
  utf8,
} from '../../../worker/api.ts';
import type { SecretPair, SignatureMethod, SignatureSteps } from '../../../worker/api.ts';
import type { Doctor } from '../../doctor/loaded.svelte.ts';
import type { CurlRequest } from '../../curl/types.ts';
import { protocolPairs, writtenBySigner } from '../../doctor/oauth-parameter.ts';
import type { Rules } from './hosts/profile.ts';
import { carry } from './hosts/transmission.ts';
import type { Transmission } from './hosts/transmission.ts';

export interface DrawnAt {
  readonly nonce: string;
  /** Epoch seconds. */
  readonly timestamp: number;
  /** The clock that gave it. */
  readonly clock: 'platform' | 'real';
}

export interface Signer extends SecretPair {
  readonly consumer_key: string;
  readonly token: string | undefined;
}

export interface RepairedParameter {
  readonly name: string;
  /** The value as in the header. */
  readonly value: string;
  readonly changed: boolean;
}

export interface Repaired {
  /** With its protocol parameters where the host expects them. */
  readonly request: CurlRequest;
  readonly parameters: readonly RepairedParameter[];
  /** Where they are. */
  readonly carrier: Transmission;
  readonly authorization: string;
  readonly steps: SignatureSteps;
  /** The other changes and their reasons. `code` begins the sentence. */
  readonly onTheWay: readonly { readonly code: string; readonly text: string }[];
}

interface Broken {
  readonly method: string;
  readonly url: string;
  readonly headers: CurlRequest['headers'];
  readonly body: string | null;
  readonly authorization: string;
}

/** Headers that a client or a connection writes for each request. */
const ofTheConnection = /^(?:host|content-length|connection|transfer-encoding|expect)$/i;

/** The same request, signed as this platform requires. `platform` is its base URL. */
export function repair(broken: Broken, signer: Signer, fresh: DrawnAt, platform: string): Repaired {
  const sent = protocolPairs(broken.authorization);
  const was = new Map(sent);
  const target = { ...broken, url: moved(broken.url, platform) };
  const bare = { ...bareOf(broken), url: withoutProtocol(target.url) };
  const protocol = Object.fromEntries(sent.filter(([name]) => !writtenBySigner.has(name)));
  const { consumer_key, consumer_secret, token, token_secret } = signer;
  const signed = signRequest(
    toSign(bare),
    {
      consumer_key,
      consumer_secret,
      ...(token === undefined ? {} : { oauth_token: token, oauth_token_secret: token_secret }),
    },
    { nonce: fresh.nonce, timestamp: fresh.timestamp, protocol },
  );
  return repaired(bare, signed, was, [
    ...time(was.get('oauth_timestamp'), fresh),
    newNonce,
    ...others(was, signer),
    ...(target.url === broken.url ? [] : [{ code: platform, text: 'is where the platform is reached.' }]),
    ...(bare.url === target.url
      ? []
      : [{ code: 'oauth_…', text: 'in the query is gone: protocol parameters belong in the header.' }]),
  ]);
}

/** Parameters that a signer generates for each request. */
const drawn: ReadonlySet<string> = new Set(['oauth_nonce', 'oauth_timestamp', 'oauth_signature']);

/**
 * The same request by the rules of another host: parameters that the rules do not mention stay as they were sent, in
 * their order. `broken` has its parameters in the header.
 */
export function repairForHost(
  broken: Broken,
  secrets: SecretPair,
  fresh: DrawnAt,
  { rules, method, signAsDeclared }: ForHost,
): Repaired {
  const sent = protocolPairs(broken.authorization);
  const was = new Map(sent);
  const bare = bareOf(rules.address === '' ? broken : { ...broken, url: moved(broken.url, rules.address) });
  const draws = method !== 'PLAINTEXT' || was.has('oauth_nonce') || was.has('oauth_timestamp');
  const rest = sent.filter(([name]) => !drawn.has(name) && !isReplaced(name, rules));
  const protocol = [
    ...(rules.realm === '' ? [] : [['realm', rules.realm] as const]),
    ...rest.map(([name, value]) => [name, name === 'oauth_signature_method' ? method : value] as const),
    ...(was.has('oauth_signature_method') ? [] : [['oauth_signature_method', method] as const]),
    ...(draws
      ? [['oauth_nonce', fresh.nonce] as const, ['oauth_timestamp', String(fresh.timestamp)] as const]
      : []),
  ];
  const signed = signAsDeclared(toSign(bare), protocol, secrets, method);
  const notes = [
    ...(draws ? [...time(was.get('oauth_timestamp'), fresh), newNonce] : []),
    ...byRules(was, method, rules),
    ...(bare.url === broken.url
      ? []
      : [{ code: rules.address, text: 'is the public address of this host, which clients sign.' }]),
  ];
  const whole = repaired(bare, signed, was, notes);
  if (rules.parameters === 'header') return whole;
  const pairs = protocolPairs(signed.authorization);
  const request = carry(bare, pairs, rules.parameters);
  const place = rules.parameters === 'query' ? 'query' : 'form body';
  if (!request)
    return withNote(whole, `are in the header: it has no form body, in which this host takes them.`);
  const carried = { ...whole, request, carrier: rules.parameters };
  return withNote(carried, `are in the ${place}, where this host takes them.`);
}

interface ForHost {
  readonly rules: Rules;
  readonly method: SignatureMethod;
  readonly signAsDeclared: Doctor['signAsDeclared'];
}

const withNote = (of: Repaired, text: string): Repaired => ({
  ...of,
  onTheWay: [...of.onTheWay, { code: 'oauth_…', text }],
});

/** Whether a rule replaces the parameter that was sent. */
const isReplaced = (name: string, { realm, token }: Rules): boolean =>
  (name === 'realm' && realm !== '') || (name === 'oauth_token' && token === 'never');

function byRules(was: ReadonlyMap<string, string>, method: string, { realm, token }: Rules) {
  const declared = was.get('oauth_signature_method');
  const notes = [
    declared === undefined
      ? { code: method, text: 'is declared.' }
      : declared === method
        ? { code: method, text: 'is kept, as it was declared.' }
        : { code: 'oauth_signature_method', text: `was ${declared.slice(0, 40)}; it is ${method}.` },
  ];
  if (realm !== '' && was.get('realm') !== realm)
    notes.push({ code: 'realm', text: 'is the one that this host wants; it is not signed.' });
  if (token === 'never' && was.has('oauth_token'))
    notes.push({ code: 'oauth_token', text: 'is gone: this host has no tokens.' });
  return notes;
}

const newNonce = { code: 'oauth_nonce', text: 'is new: a nonce counts once.' };

const bareOf = ({ method, url, headers, body }: Broken): CurlRequest => ({
  method: method.toUpperCase(),
  url,
  headers: headers.filter(([name]) => !ofTheConnection.test(name)),
  body,
});

const toSign = ({ body, ...bare }: CurlRequest) => ({
  ...bare,
  body: body === null ? undefined : utf8(body),
});

function repaired(
  bare: CurlRequest,
  { authorization, steps }: { readonly authorization: string; readonly steps: SignatureSteps },
  was: ReadonlyMap<string, string>,
  onTheWay: Repaired['onTheWay'],
): Repaired {
  return {
    request: { ...bare, headers: [['Authorization', authorization], ...bare.headers] },
    parameters: protocolPairs(authorization).map(([name, value]) => ({
      name,
      value: encodeRfc3986(value),
      changed: was.get(name) !== value,
    })),
    carrier: 'header',
    authorization,
    steps,
    onTheWay,
  };
}

function time(was: string | undefined, { timestamp, clock }: DrawnAt): Repaired['onTheWay'] {
  const code = 'oauth_timestamp';
  if (clock === 'real') return [{ code, text: 'is now: the real clock, not the platform’s.' }];
  const off = timestamp - Number(was);
  if (was === undefined || !/^\d{1,15}$/.test(was) || Math.abs(off) > 1e9)
    return [{ code, text: 'is now, in whole seconds since 1970.' }];
  if (Math.abs(off) <= timestampTolerance) return [{ code, text: 'is now, by the platform’s clock.' }];
  const side = off > 0 ? 'behind' : 'ahead';
  return [
    { code, text: `was ${Math.abs(off)} s ${side}; at most ${timestampTolerance} s are taken. It is now.` },
  ];
}

function others(was: ReadonlyMap<string, string>, { consumer_key, token }: Signer): Repaired['onTheWay'] {
  const notes: { code: string; text: string }[] = [];
  const method = was.get('oauth_signature_method');
  if (method !== undefined && method !== 'HMAC-SHA1')
    notes.push({ code: 'oauth_signature_method', text: `was ${method.slice(0, 40)}; it is HMAC-SHA1.` });
  if (was.size > 0 && was.get('oauth_consumer_key') !== consumer_key)
    notes.push({ code: 'oauth_consumer_key', text: 'is the one of the App that was chosen.' });
  if (was.size > 0 && (was.get('oauth_token') ?? '') !== (token ?? ''))
    notes.push({
      code: 'oauth_token',
      text: token === undefined ? 'is gone: it is signed for the App alone.' : 'is the one that was chosen.',
    });
  return notes;
}

/** An address with the scheme, host and port of another one. */
export function moved(url: string, origin: string): string {
  const [from, to] = [splitUrl(url), splitUrl(origin)];
  if (!from || !to) return url;
  if (from.scheme === to.scheme && from.host === to.host && from.port === to.port) return url;
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, () => origin);
}

/** A signature in the query does not count: removes it with its other protocol parameters. */
function withoutProtocol(url: string): string {
  const query = splitUrl(url)?.query ?? '';
  const pairs = decodeForm(query);
  if (!pairs.some(([name]) => name === 'oauth_signature')) return url;
  const rest = encodeForm(pairs.filter(([name]) => !name.startsWith('oauth_')));
  return url.replace(/\?[^#]*/, rest && `?${rest}`);
}
