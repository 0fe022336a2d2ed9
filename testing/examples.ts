import { encodeForm, utf8 } from '../engine/inside.ts';
import type { AuthKind, EndpointDescription, Platform } from '../engine/inside.ts';
import { adsHost, inhabitedStarter, start } from './platform.ts';
import type { caller, Client, Message } from './platform.ts';
import { endpoints } from './endpoints.ts';
import { createCatalog, openCatalogTo } from './merchant.ts';
import { must } from './portal.ts';
import { honest, Receivers } from './receivers.ts';
import { mira } from './worlds.ts';

type As = ReturnType<typeof caller>;

/**
 * The starter with what the endpoint's example needs: a receiver that answers, and a webhook if the endpoint is about
 * existing ones.
 */
export async function startExample(endpoint: EndpointDescription) {
  const receivers = new Receivers();
  const { platform, as } = await start({ ...(await inhabitedStarter()), send: receivers.send });
  const app = appFor(endpoint);
  const { appId, consumer_key, consumer_secret } = as.credential('basic', app);
  receivers.at('hooks.northwind.example', honest(consumer_secret));
  const isAboutSubscriptions = endpoint.path.includes('/subscriptions');
  if (isAboutSubscriptions || (endpoint.path.startsWith('/2/webhooks') && endpoint.method !== 'POST'))
    await as.bearer(app).post('/2/webhooks', { url: 'https://hooks.northwind.example/events' });
  if (isAboutSubscriptions && endpoint.id !== 'subscribe') {
    must(await platform.do('portal.updateApp', appId, { permission: 'read-write-directmessages' }));
    const { made } = must(await platform.do('portal.allow', appId, '2244994945'));
    if (made.kind !== 'oauth1') throw new Error('The portal gives tokens of OAuth 1.0a');
    const user = as.signing({ ...made, consumer_key, consumer_secret });
    const webhook = as.webhookId();
    if (webhook) await user.post(`/2/account_activity/webhooks/${webhook}/subscriptions/all`);
  }
  if (endpoint.api === 'catalog') await stockShop(endpoint, platform, as);
  return { platform, as };
}

/**
 * A catalog of Mira's, with the product, a set and a feed of the examples; for endpoints that create them, only
 * access to the Catalog API.
 */
async function stockShop({ id }: EndpointDescription, platform: Platform, as: As): Promise<void> {
  await openCatalogTo(platform, mira);
  if (id === 'createCatalog') return;
  const catalog = await createCatalog(as.user());
  if (id !== 'putProducts')
    await as.user().send({
      ...{ method: 'PUT', path: `${catalog}/products` },
      json: endpointOf('putProducts').example.body,
    });
  if (id !== 'createProductSet')
    await as.user().post(`${catalog}/product_sets`, endpointOf('createProductSet').example.body);
  if (id !== 'createProductFeed')
    await as.user().post(`${catalog}/product_feeds`, endpointOf('createProductFeed').example.body);
}

/** Whether its example changes nothing and needs only the starter. */
export const onlyReads = ({ method, path }: EndpointDescription): boolean =>
  method === 'GET' && !/webhooks|subscriptions|product_catalogs/.test(path);

/** Starts platforms for examples; those that only read share one. */
export function sharedExamples(): typeof startExample {
  let reading: ReturnType<typeof startExample> | undefined;
  return (endpoint) => (onlyReads(endpoint) ? (reading ??= startExample(endpoint)) : startExample(endpoint));
}

/**
 * The endpoint's example as a message, with the parts filled in that depend on the seed, a bearer token or a
 * webhook's id.
 */
export function example(endpoint: EndpointDescription, as: As): Message {
  const path: Record<string, string> = { ...endpoint.example.path };
  if (path.webhook_id) path.webhook_id = as.webhookId() ?? path.webhook_id;
  const { body } = filledBody(endpoint, as, path);
  const query: Record<string, string> = { ...endpoint.example.query };
  if (endpoint.id === 'invalidateBearerToken')
    query.access_token = as.credential('app', 'Northwind Reader').bearer_token;
  const filled = endpoint.path.replace(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(path[name]!));
  const search = encodeForm(Object.entries(query));
  return {
    method: endpoint.method,
    path: `${onAdsHost(endpoint) ? adsHost : ''}${filled}${search && `?${search}`}`,
    ...(body !== undefined && bodyOf(endpoint.body!.contentType, body)),
  };
}

/** Whether the other base serves it. */
export const onAdsHost = ({ api }: Pick<EndpointDescription, 'api'>): boolean =>
  api === 'ads' || api === 'catalog';

/** A catalog, its sets and its feeds get their ids when they are created: fills these in, in the path and in the body. */
function filledBody(
  { example }: EndpointDescription,
  as: As,
  path: Record<string, string>,
): { body: unknown } {
  const { product_catalog_id: written } = path;
  const { catalogId, setId, feedId } = as.shop();
  if (written === undefined || catalogId === undefined) return { body: example.body };
  path['product_catalog_id'] = catalogId;
  if (path['product_set_id'] !== undefined && setId !== undefined) path['product_set_id'] = setId;
  if (path['product_feed_id'] !== undefined && feedId !== undefined) path['product_feed_id'] = feedId;
  if (example.body === undefined) return { body: undefined };
  return { body: JSON.parse(JSON.stringify(example.body).replaceAll(written, catalogId)) };
}

function bodyOf(contentType: string, body: unknown): Partial<Message> {
  if (contentType.includes('json')) return { json: body };
  return contentType.includes('form')
    ? { form: body as Record<string, string> }
    : { headers: [['content-type', contentType]], body: utf8(body as string) };
}

type Needs = Pick<EndpointDescription, 'permission'>;

/** An App of the Project Northwind whose tokens have the level that the endpoint needs. */
export const appFor = ({ permission }: Needs): string =>
  permission === 'read-write-directmessages' ? 'Northwind Courier' : 'Northwind Reader';

const clients = {
  none: (as: As) => as.anonymous,
  address: (as: As) => as.anonymous,
  basic: (as: As) => as.basic(),
  consumer: (as: As) => as.consumer(),
  app: (as: As) => as.bearer(),
  oauth1: (as: As, endpoint: Needs) => as.user('mira_holm', appFor(endpoint)),
} satisfies Partial<Record<AuthKind, (as: As, endpoint: Needs) => Client>>;

/** Kinds for which the starter has a credential; the others are obtained through a flow. */
export type ReadyKind = keyof typeof clients;
const isReady = (kind: AuthKind): kind is ReadyKind => kind in clients;

export const readyKinds = (endpoint: EndpointDescription): ReadyKind[] => endpoint.auth.filter(isReady);

/** A caller for each kind of authentication that needs no flow, at the level that the endpoint needs. */
export const clientOf = (as: As, kind: ReadyKind, endpoint: Needs): Client => clients[kind](as, endpoint);

export const endpointOf = (id: string): EndpointDescription => {
  const found = endpoints.find((endpoint) => endpoint.id === id);
  if (!found) throw new Error(`No endpoint ${id}`);
  return found;
};
