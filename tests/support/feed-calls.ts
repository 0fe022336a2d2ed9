/** A user with a catalog and a feed, by signed calls: in the harness's page, beside a bare host, in Node. */
import { signRequest, text, utf8 } from '../../engine/index.ts';
import type { Credential, Exchange, HttpRequest, Outcome } from '../../engine/index.ts';
import type { ClockState, Sent } from '../../worker/api.ts';

export interface Caller {
  readonly credentials: readonly Credential[];
  readonly adsBaseUrl: string;
  /** Epoch ms of the platform. */
  now(): Promise<number>;
  send(request: HttpRequest): Promise<{ readonly outcome: Outcome | Exchange['outcome'] | Sent['outcome'] }>;
  open(id: 'catalog.setEarlyAccess' | 'catalog.setTermsAccepted', userId: string): Promise<unknown>;
}

export const nowBy = ({ frozen, platformNow, realNow }: ClockState): number =>
  frozen ? platformNow : platformNow + Date.now() - realNow;

/** A feed that is not due before 2070, in a new catalog of the first user who may write. Gives its id. */
export async function makeFeed(caller: Caller, feedUrl: string): Promise<string> {
  const user = caller.credentials.find((each) => each.kind === 'oauth1' && each.permission !== 'read');
  if (user?.kind !== 'oauth1') throw new Error('The starter has nobody who may write');
  await caller.open('catalog.setEarlyAccess', user.userId);
  await caller.open('catalog.setTermsAccepted', user.userId);
  const post = async (path: string, body: object): Promise<string> => {
    const request: HttpRequest = {
      method: 'POST',
      url: `${caller.adsBaseUrl}${path}`,
      headers: [['Content-Type', 'application/json']],
      body: utf8(JSON.stringify(body)),
    };
    const timestamp = Math.floor((await caller.now()) / 1000);
    const { authorization } = signRequest(request, user, { nonce: crypto.randomUUID(), timestamp });
    const { outcome } = await caller.send({
      ...request,
      headers: [...request.headers, ['Authorization', authorization]],
    });
    if (outcome.kind !== 'response' || outcome.status !== 201)
      throw new Error(`${path}: ${outcome.kind === 'response' ? text(outcome.body) : outcome.kind}`);
    return (JSON.parse(text(outcome.body)) as { data: { id: string } }).data.id;
  };
  const catalog = await post('/5/product_catalogs', { name: 'Shop' });
  return post(`/5/product_catalogs/${catalog}/product_feeds`, {
    ...{ feed_url: feedUrl, feed_format: 'CSV', frequency: 'WEEKLY' },
    start_time: '2070-01-01T00:00:00',
  });
}
