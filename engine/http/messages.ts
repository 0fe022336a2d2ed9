/**
 * HTTP messages as plain data. Header *lists*, not `Headers`: browsers strip `Cookie` and `Set-Cookie` from theirs, and
 * the login pages need them. Names keep their case, but compare them without regard to it.
 */

export type HeaderList = readonly (readonly [name: string, value: string])[];

export interface HttpRequest {
  /** The sender's own id for this request. A repeated id gets the recorded answer, not a second effect. */
  readonly id?: string;
  readonly method: string;
  /** Absolute, as on the wire: percent-encoded ASCII. */
  readonly url: string;
  readonly headers: HeaderList;
  readonly body?: Uint8Array | undefined;
  /** For the log only: the exchange that this one repeats. */
  readonly again?: Again | undefined;
  /** For the log only: a client sent it to show something, and no person asked for a call. */
  readonly unasked?: true | undefined;
}

/** A request of which a host renamed parts on the way (`serve --names`). */
export interface RenamedRequest extends HttpRequest {
  /** As its client signed it (RFC 5849 3.4). The signature is verified over this form; the log does not keep it. */
  readonly asSigned: Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'>;
}

export interface Again {
  /** The sequence of the repeated exchange. */
  readonly of: number;
  readonly how: 'sameBytes' | 'signedAgain' | 'edited';
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
}

/** The first value of a header. The case of its name does not matter. */
export function header(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [key, value] of headers)
    if (key.length === wanted.length && key.toLowerCase() === wanted) return value;
  return undefined;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const utf8 = (text: string): Uint8Array => encoder.encode(text);
export const text = (bytes: Uint8Array): string => decoder.decode(bytes);
