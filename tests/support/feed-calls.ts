/** A user with a catalog and a feed, by signed calls: in the harness's page, next to a bare host, in Node. */
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

/** A method, a path below `/5/product_catalogs` and a body; returns `data` of the answer. Throws for a refusal. */
export type Called = (method: string, path: string, body?: object) => Promise<unknown>;

/** Signed by the first user who may write. */
export function callsOf(caller: Caller): Called {
  const user = writerOf(caller);
  return async (method, path, body) => {
    const request: HttpRequest = {
      method,
      url: `${caller.adsBaseUrl}/5/product_catalogs${path}`,
      headers: [['Content-Type', 'application/json']],
      ...(body && { body: utf8(JSON.stringify(body)) }),
    };
    const timestamp = Math.floor((await caller.now()) / 1000);
    const { authorization } = signRequest(request, user, { nonce: crypto.randomUUID(), timestamp });
    const { outcome } = await caller.send({
      ...request,
      headers: [...request.headers, ['Authorization', authorization]],
    });
    if (outcome.kind !== 'response' || outcome.status >= 300)
      throw new Error(`${path}: ${outcome.kind === 'response' ? text(outcome.body) : outcome.kind}`);
    return (JSON.parse(text(outcome.body)) as { data: unknown }).data;
  };
}

/** Creates a feed that is not due before 2070, in a new catalog of the first user who may write. Returns its id. */
export async function makeFeed(caller: Caller, feedUrl: string): Promise<string> {
  const { userId } = writerOf(caller);
  await caller.open('catalog.setEarlyAccess', userId);
  await caller.open('catalog.setTermsAccepted', userId);
  const call = callsOf(caller);
  const { id } = (await call('POST', '', { name: 'Shop' })) as { id: string };
  const feed = await call('POST', `/${id}/product_feeds`, {
    ...{ feed_url: feedUrl, feed_format: 'CSV', frequency: 'WEEKLY' },
    start_time: '2070-01-01T00:00:00',
  });
  return (feed as { id: string }).id;
}

function writerOf({ credentials }: Caller): Extract<Credential, { kind: 'oauth1' }> {
  const user = credentials.find((each) => each.kind === 'oauth1' && each.permission !== 'read');
  if (user?.kind !== 'oauth1') throw new Error('The starter has nobody who may write');
  return user;
}
