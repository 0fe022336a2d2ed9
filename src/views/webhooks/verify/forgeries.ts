/** Forged deliveries and a real one, because a program that refuses everything verifies nothing. */
import type { HeaderList, HttpRequest, SendResult } from '../../../../worker/api.ts';
import { utf8 } from '../../../../worker/api.ts';
import { isTaken } from './both-sides.ts';
import { inHex } from './signature-bits.ts';

export interface Forgery {
  readonly id: 'body' | 'secret' | 'no-header' | 'prefix' | 'hex' | 'real';
  readonly name: string;
  readonly about: string;
  /** What its header is; empty if it has none. */
  readonly signed: string;
  /** What stops it in a correct receiver. */
  readonly stoppedBy: string;
  readonly request: HttpRequest;
  /** Where the body is another one: an index of the new text. */
  readonly changedAt?: number;
}

export interface Forged {
  readonly forgery: Forgery;
  readonly result: SendResult;
  /** Whether it was answered correctly. */
  readonly isRight: boolean;
}

/** The parts of a delivery. `sign`: the header's value for these bytes, with a secret. */
export interface ForgedFrom {
  readonly url: string;
  readonly body: string;
  readonly header: string;
  readonly secret: string;
  readonly other: { readonly secret: string; readonly appName: string };
  readonly sign: (body: Uint8Array, secret: string) => string;
}

/** The body of another event: its id ends with another digit, at `at`. */
function otherBody(body: string): { text: string; at: number } {
  const id = /"event_id":"\d*(?=\d")/.exec(body);
  if (!id) throw new Error('The body has no event_id');
  const at = id.index + id[0].length;
  const digit = (Number(body.charAt(at)) + 1) % 10;
  return { text: `${body.slice(0, at)}${digit}${body.slice(at + 1)}`, at };
}

/** The real one is last. */
export function forgeriesOf({ url, body, header, secret, other, sign }: ForgedFrom): readonly Forgery[] {
  const signature = sign(utf8(body), secret);
  const another = otherBody(body);
  const request = (signed: string | null, text = body): HttpRequest => ({
    method: 'POST',
    url,
    headers: [
      ['content-type', 'application/json'],
      ...(signed === null ? [] : [[header, signed] as const]),
    ] satisfies HeaderList,
    body: utf8(text),
  });
  return [
    {
      id: 'body',
      name: 'Another body, the old signature',
      about: 'its event_id ends on another digit',
      signed: 'made for the real body',
      stoppedBy: 'the HMAC of the bytes that arrived, which has another value',
      request: request(signature, another.text),
      changedAt: another.at,
    },
    {
      id: 'secret',
      name: 'Signed with another secret',
      about: `a right HMAC, under the secret of ${other.appName}`,
      signed: `made with the secret of ${other.appName}`,
      stoppedBy: 'the HMAC with your own consumer secret, which has another value',
      request: request(sign(utf8(body), other.secret)),
    },
    {
      id: 'no-header',
      name: 'No header',
      about: `without ${header}`,
      signed: '',
      stoppedBy: 'a check that there is such a header',
      request: request(null),
    },
    {
      id: 'prefix',
      name: 'Only the prefix',
      about: 'sha256= and nothing after it',
      signed: 'the prefix alone',
      stoppedBy: 'a comparison of the whole value',
      request: request('sha256='),
    },
    {
      id: 'hex',
      name: 'A signature in hex',
      about: 'the right bytes, not in Base64',
      signed: 'the right HMAC in another notation',
      stoppedBy: 'a comparison with Base64, the only notation that the platform sends',
      request: request(inHex(signature)),
    },
    {
      id: 'real',
      name: 'The real one, for comparison',
      about: 'signed as the platform signs',
      signed: 'the right value',
      stoppedBy: 'nothing: a receiver that refuses everything verifies nothing',
      request: request(signature),
    },
  ];
}

export const judged = (forgery: Forgery, result: SendResult): Forged => ({
  forgery,
  result,
  isRight: isTaken(result) === (forgery.id === 'real'),
});

export interface Headline {
  readonly isRight: boolean;
  readonly title: string;
  readonly text: string;
}

export function headlineOf(forged: readonly Forged[]): Headline {
  const taken = forged.filter(({ forgery, result }) => forgery.id !== 'real' && isTaken(result)).length;
  const real = forged.find(({ forgery }) => forgery.id === 'real');
  if (taken > 0)
    return {
      isRight: false,
      title: 'You acknowledged a forgery',
      text: `This page sent ${forged.length - 1} deliveries that the platform did not sign, and the receiver took ${taken} of them. Anyone who knows the address could do the same.`,
    };
  if (real && !isTaken(real.result))
    return {
      isRight: false,
      title: 'You refuse everything',
      text: 'No forgery was taken, and the delivery that is signed was not taken either.',
    };
  return {
    isRight: true,
    title: 'Every forgery was refused',
    text: 'The delivery that is signed was taken.',
  };
}
