import { utf8 } from '../../../../worker/api.ts';
import type { loadSignature, ReportedEvent } from '../../../../worker/api.ts';

/** How deliveries are signed. */
export type Signature = Awaited<ReturnType<typeof loadSignature>>;

/**
 * Whether the header is the signature of these bytes; null if that is unknown: nothing was sent, or the secret is
 * missing.
 */
export type Verified = boolean | null;

/** Results are cached, because a list is drawn again every second. */
export class Verifier {
  readonly #known = new Map<string, boolean>();

  of(
    { body, signature }: Pick<ReportedEvent, 'body' | 'signature'>,
    secret: string | null,
    how: Signature | null,
  ): Verified {
    if (signature === null || secret === null || how === null) return null;
    const key = `${signature} ${secret} ${body}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= 1000) this.#known.clear();
    const is = how.isSignatureOf(signature, utf8(body), secret);
    this.#known.set(key, is);
    return is;
  }
}
