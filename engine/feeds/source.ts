/** Where a feed's file comes from (choice: feed-fetch): https only, public hosts only, at most three redirects. */
import type { Means } from '../declaration/work.ts';
import { header } from '../http/messages.ts';
import type { Opened } from '../http/open.ts';
import { addressObjection } from '../spec/public-address.ts';
import { FeedFailed } from './failure.ts';

export const urlLengths = { least: 1, most: 2000 } as const;
const mostRedirects = 3;

export interface Source {
  readonly body: ReadableStream<Uint8Array>;
  /** The announced length in bytes; null if there is none. */
  readonly length: number | null;
}

/** Opens the file. Throws `FeedFailed`. */
export async function openSource(url: string, { open, signal }: Means): Promise<Source> {
  let address = url;
  for (let redirects = 0; ; redirects++) {
    const objection = addressObjection('the address', address, urlLengths);
    if (objection) throw new FeedFailed('REDIRECT_REFUSED', objection.replaceAll('`', ''));
    const opened = await open({
      request: {
        method: 'GET',
        url: address,
        headers: [
          ['Accept', '*/*'],
          ['Accept-Encoding', 'identity'],
        ],
      },
      signal,
    });
    if ('kind' in opened) throw new FeedFailed('SOURCE_UNREACHABLE', `${opened.reason}: ${opened.message}`);
    const { status, headers, body } = opened;
    if (status === 200) return { body, length: lengthOf(opened) };
    void body.cancel().catch(() => undefined);
    const target = isRedirect(status) ? header(headers, 'location') : undefined;
    if (target === undefined) throw new FeedFailed('SOURCE_UNREACHABLE', `it answered ${status}`);
    if (redirects === mostRedirects)
      throw new FeedFailed('REDIRECT_REFUSED', `it leads on after ${mostRedirects} redirects`);
    if (!URL.canParse(target, address)) throw new FeedFailed('REDIRECT_REFUSED', 'it leads to no address');
    address = new URL(target, address).href;
  }
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

function lengthOf({ headers }: Opened): number | null {
  const said = header(headers, 'content-length');
  return said !== undefined && /^\d{1,15}$/.test(said) ? Number(said) : null;
}
