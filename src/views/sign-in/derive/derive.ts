/** How the values in a message were derived, each from those before it. Computed from the messages themselves. Pure. */
import { base64, decodeForm, encodeRfc3986, s256, signRequest, text, utf8 } from '../../../../worker/api.ts';
import type { HttpRequest } from '../../../../worker/api.ts';
import type { Memory } from '../app.ts';
import { parametersOf } from '../app.ts';
import type { FlowStep } from '../flow-steps.ts';
import { shownLines } from '../request-spec.ts';
import type { RequestSpec } from '../request-spec.ts';

/** An input, an operation on it, or a result. */
export interface DerivationRow {
  readonly kind: 'input' | 'operation' | 'result';
  readonly name: string;
  readonly value: string;
  readonly remark: string;
  /** The letter of its place in the message: query, body or header; K for a key. */
  readonly origin?: Origin;
  /** Masked until the person reveals it. */
  readonly isSecret?: true;
  readonly isWrong?: true;
}

type Origin = 'O' | 'Q' | 'U' | 'K';

export interface Derivation {
  /** The derived value. */
  readonly of: string;
  readonly rows: readonly DerivationRow[];
}

const characters = (value: string): string => `${value.length} characters`;

/** The derived values in the latest message of a step; empty if nothing was computed. */
export function derivationsOf(
  step: FlowStep,
  steps: readonly FlowStep[],
  memory: Pick<Memory, 'code_verifier' | 'state'>,
): readonly Derivation[] {
  const latest = step.again.at(-1);
  const request = latest?.request ?? step.request;
  const spec = latest?.spec ?? step.spec;
  if (step.kind === 'redirect') return redirected(request, memory);
  if (step.kind === 'return') return returned(request, memory);
  if (isSigned(spec)) return [signature(request, spec)];
  const verified = step.kind === 'token' || step.kind === 'twice' ? verification(request, steps) : [];
  return [...verified, ...(spec?.auth.kind === 'basic' ? [basic(spec.auth)] : [])];
}

/** RFC 7636 4.2, and RFC 6749 10.12. */
function redirected(
  { url }: HttpRequest,
  { code_verifier, state }: Pick<Memory, 'code_verifier' | 'state'>,
): Derivation[] {
  const sent = parametersOf(url);
  if (sent['code_challenge'] === undefined) return [];
  return [
    {
      of: 'code_challenge',
      rows: [
        {
          kind: 'input',
          name: 'code_verifier',
          value: code_verifier,
          remark: `${code_verifier.length} random characters, kept`,
        },
        ...hashed(code_verifier),
        {
          kind: 'result',
          name: 'code_challenge',
          value: sent['code_challenge'],
          remark: `${characters(sent['code_challenge'])}, sent`,
          origin: 'Q',
        },
      ],
    },
    {
      of: 'state',
      rows: [
        { kind: 'input', name: 'random', value: state, remark: `${characters(state)}, kept` },
        {
          kind: 'result',
          name: 'state',
          value: sent['state'] ?? '',
          remark: 'sent; has to come back as it is',
          origin: 'Q',
        },
      ],
    },
  ];
}

const hashed = (verifier: string): DerivationRow[] => [
  { kind: 'operation', name: 'SHA-256', value: hexOf(s256(verifier)), remark: '32 bytes, in hex' },
  { kind: 'operation', name: 'base64url', value: '+ becomes -, / becomes _', remark: 'no padding' },
];

/** The bytes of Base64url, in hex. */
function hexOf(base64url: string): string {
  const bytes = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return [...bytes].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}

/** RFC 6749 10.12: the App compares the returned state with the one that it sent. */
function returned({ url }: HttpRequest, memory: Pick<Memory, 'state'>): Derivation[] {
  const { state } = parametersOf(url);
  if (state === undefined) return [];
  return [
    {
      of: 'state',
      rows: [
        { kind: 'input', name: 'sent', value: memory.state, remark: 'what your app kept' },
        compared('state', state, memory.state, 'what was sent'),
      ],
    },
  ];
}

/** RFC 7636 4.6: the platform transforms the verifier and compares the result with the challenge of the redirect. */
function verification({ body }: HttpRequest, steps: readonly FlowStep[]): Derivation[] {
  const verifier = body && new Map(decodeForm(text(body))).get('code_verifier');
  const began = steps.findLast(({ kind }) => kind === 'redirect');
  const challenge = began && parametersOf(began.request.url)['code_challenge'];
  if (verifier === undefined || challenge === undefined) return [];
  return [
    {
      of: 'the check of code_verifier',
      rows: [
        { kind: 'input', name: 'code_verifier', value: verifier, remark: 'sent in the body', origin: 'U' },
        ...hashed(verifier),
        { kind: 'result', name: 'computed', value: s256(verifier), remark: 'by the platform' },
        compared('code_challenge', challenge, s256(verifier), 'computed'),
      ],
    },
  ];
}

function compared(name: string, value: string, expected: string, where: string): DerivationRow {
  const row = { kind: 'result', name, value, origin: 'Q' } as const;
  return value === expected
    ? { ...row, remark: `the same as ${where}` }
    : { ...row, remark: `not the same as ${where}`, isWrong: true };
}

type SignedSpec = RequestSpec & { readonly auth: { readonly kind: 'oauth1' } };

const isSigned = (spec: RequestSpec | null): spec is SignedSpec => spec?.auth.kind === 'oauth1';

/** The parameters that signing adds by itself. Any other parameter in the header was specified. */
const usual = ['consumer_key', 'nonce', 'signature', 'signature_method', 'timestamp', 'token', 'version'];

/** RFC 5849 3.4: signs the request again with the keys that signed it. */
function signature(request: HttpRequest, { url, auth }: SignedSpec): Derivation {
  const sent = shownLines({ ...request, url }).flatMap(({ where, name, value }) =>
    where === 'header' ? [[decodeURIComponent(name), decodeURIComponent(value)] as const] : [],
  );
  const { oauth_nonce = '', oauth_signature = '', oauth_timestamp } = Object.fromEntries(sent);
  const protocol = Object.fromEntries(sent.filter(([name]) => !usual.includes(name.replace('oauth_', ''))));
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'authorization');
  const { steps } = signRequest({ ...request, headers }, auth, {
    nonce: oauth_nonce,
    timestamp: Number(oauth_timestamp),
    protocol,
  });
  return {
    of: 'oauth_signature',
    rows: [
      {
        kind: 'input',
        name: 'base string',
        value: steps.baseString,
        remark: 'method & URL & parameters, encoded',
      },
      {
        kind: 'input',
        name: 'signing key',
        value: steps.signingKey,
        remark: auth.oauth_token_secret
          ? 'both secrets, joined by &'
          : 'the secret and &: there is no token yet',
        origin: 'K',
        isSecret: true,
      },
      { kind: 'operation', name: 'HMAC-SHA1', value: hexOf(steps.signature), remark: '20 bytes, in hex' },
      { kind: 'operation', name: 'Base64', value: steps.signature, remark: characters(steps.signature) },
      {
        kind: 'result',
        name: 'oauth_signature',
        value: encodeRfc3986(oauth_signature),
        remark: 'percent-encoded, sent',
        origin: 'O',
      },
    ],
  };
}

/** RFC 7617, with both halves encoded first (specification 4.2, RFC 6749 2.3.1). */
function basic({ id, secret }: { readonly id: string; readonly secret: string }): Derivation {
  const joined = `${encodeRfc3986(id)}:${encodeRfc3986(secret)}`;
  return {
    of: 'Authorization',
    rows: [
      { kind: 'input', name: 'key', value: id, remark: 'percent-encoded' },
      {
        kind: 'input',
        name: 'secret',
        value: secret,
        remark: 'percent-encoded',
        origin: 'K',
        isSecret: true,
      },
      { kind: 'operation', name: 'join by :', value: joined, remark: characters(joined), isSecret: true },
      {
        kind: 'operation',
        name: 'Base64',
        value: base64(utf8(joined)),
        remark: 'hides nothing: it decodes to the secret',
        isSecret: true,
      },
      {
        kind: 'result',
        name: 'Authorization',
        value: `Basic ${base64(utf8(joined))}`,
        remark: 'sent',
        origin: 'O',
        isSecret: true,
      },
    ],
  };
}
