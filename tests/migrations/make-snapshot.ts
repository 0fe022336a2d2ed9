/**
 * Writes the snapshot of the present schema version: `npx tsx tests/migrations/make-snapshot.ts`. Run it once,
 * right before a release's schema changes; a stored snapshot is never written again.
 */
import { existsSync, writeFileSync } from 'node:fs';
import type { KindName } from '../../engine/ads/kinds.ts';
import { scenarios } from '../../engine/scenarios/index.ts';
import { courier, Inbox, people } from '../support/activity.ts';
import { withCourier } from '../support/courier-family.ts';
import { createCatalog, createFeed, openCatalogTo, product, putProducts } from '../../testing/merchant.ts';
import { start } from '../../testing/platform.ts';
import { appNamed, must } from '../../testing/portal.ts';
import { answered, Receivers } from '../../testing/receivers.ts';
import { ShopHost } from '../support/shop-host.ts';
import { toText } from './stored.ts';

const receivers = new Receivers();
const shop = new ShopHost();
// Without the large advertiser accounts of the starting data: one entity of each kind is created below.
const scenario = { ...scenarios.small, populations: [] };
const { platform, as } = await start({
  scenario,
  seed: 'stored',
  families: withCourier,
  send: receivers.send,
  open: shop.open,
});
// Something in every table: a post with a poll, a hidden reply, a deleted message, calls to the outside that failed, a job
// that is planned, windows, nonces, refusals, an answer of the portal that nobody has acknowledged, and a log.
await as.user().post('/2/posts', { text: 'Kept', poll: { options: ['a', 'b'], duration_minutes: 60 } });
await as.user('jonas_berg').get('/2/users/me');
await as.user().send({ method: 'PUT', path: '/2/posts/2020792285393846272/hidden', json: { hidden: true } });
await as.user('mira_holm', 'Northwind Courier').delete('/2/dm_events/2023804634526646272');
await as.bearer('Lantern Bot').get('/2/posts/2020777185899446272');
const json = { receiver: 'nobody', texts: ['one', 'two'], inMs: 3_600_000 };
await as.bearer().send({ method: 'POST', path: '/2/test/events', json: { ...json, inMs: undefined } });
await as.bearer().send({ method: 'POST', path: '/2/test/plan', json });
await platform.doOnce('kept', 'portal.createProject', 'Kept', 'free');
await platform.do('portal.setAbuse', true);
await as.bearer('Lantern Bot').get('/2/posts/2020777185899446272');
// Relations and groups, by another user than those whose windows the tests count.
const sam = as.user('sam_ode');
const post_id = '2020777185899446272';
await sam.post('/2/users/2244994948/likes', { post_id });
await sam.post('/2/users/2244994948/muting', { target_user_id: '2244994946' });
const { id: list } = (await sam.post('/2/lists', { name: 'Kept' })).json.data;
await sam.post(`/2/lists/${list}/members`, { user_id: '2244994947' });
await sam.post('/2/users/2244994948/pinned_lists', { list_id: list });
await sam.post('/2/users/2244994948/reposts', { post_id });
await as.bearer().post('/2/posts/search/stream/rules', { add: [{ value: 'kept', tag: 'kept' }] });
await as.bearer().post('/2/compliance/jobs', { type: 'posts', name: 'Kept' });
await as.bearer().get('/2/posts/search/recent?query=kept');
await keepWebhook();
await keepAdvertiser();
await keepCatalog();
// Events and feeds took four milliseconds.
await platform.clock.advance(59_996);

const snapshot = platform.snapshot();
const file = new URL(`./snapshots/${snapshot.version}.json`, import.meta.url);
if (existsSync(file)) throw new Error(`${file.pathname} is stored already`);
writeFileSync(file, toText(snapshot));

/** An account that another user may use, and one entity of each kind, the last one deleted. */
async function keepAdvertiser(): Promise<void> {
  const account = must(await platform.do('ads.createAccount', people.mira, 'Kept', 'Europe/Oslo', 'NOK'));
  must(await platform.do('ads.setAccess', account.made.id, people.jonas, true));
  const make = async (kind: KindName, fields: Readonly<Record<string, unknown>>) =>
    must(await platform.do('ads.create', kind, account.made.id, fields)).made.id;
  const funding_instrument_id = await make('funding_instruments', {});
  const campaign_id = await make('campaigns', { name: 'Kept', funding_instrument_id });
  const line_item_id = await make('line_items', { name: 'Kept', campaign_id });
  const url = 'https://www.kept.example/';
  await make('promoted_accounts', { line_item_id, user_id: people.jonas });
  await make('media_creatives', { line_item_id, name: 'Kept', landing_url: url });
  await make('tracking_tags', { line_item_id, tracking_tag_url: url });
  await make('targeting_criteria', {
    ...{ line_item_id, name: 'Kept', targeting_type: 'LOCATION', targeting_value: 'kept' },
  });
  const audience = await make('custom_audiences', { name: 'Kept' });
  must(await platform.do('ads.setDeleted', 'custom_audiences', audience, true));
}

/** A merchant's catalog with products, a set of each type, one of them still being processed, and feeds. */
async function keepCatalog(): Promise<void> {
  await openCatalogTo(platform, people.mira);
  const user = as.user();
  const catalog = await createCatalog(user, 'Kept');
  await putProducts(
    user,
    catalog,
    product('kept', { inventory: 5, sale_price: '15.00 USD' }),
    product('kept too'),
  );
  const sets = `${catalog}/product_sets`;
  await user.post(sets, { name: 'By hand', type: 'MANUAL', product_ids: ['kept'] });
  const filters = [{ attribute: 'price', operator: 'LESS_THAN', value: '25.00 USD' }];
  await user.post(sets, { name: 'Found', type: 'FILTERED', filters });
  // One that imported a file with an invalid row, one whose host is gone, and one that waits for its first run.
  const header = 'id,title,description,availability,condition,price,link,image_link,brand\n';
  shop.serve('https://shop.kept.example/products.csv', `${header}broken,No price\n`);
  const feed_url = 'https://shop.kept.example/products.csv';
  await createFeed(user, catalog, { feed_url, time_zone: 'Europe/Berlin' });
  await createFeed(user, catalog, { feed_url: 'https://shop.gone.example/products.xml', feed_format: 'XML' });
  await platform.clock.advance(1);
  await createFeed(user, catalog, { feed_url, frequency: 'WEEKLY', start_time: '2027-01-01T00:00:00' });
  await user.post(sets, { name: 'Worked on', type: 'FILTERED', filters });
}

/** A webhook with its check, a subscription, and events in each state; and a receiver with stored items. */
async function keepWebhook(): Promise<void> {
  const inbox = new Inbox(as.credential('basic', courier).consumer_secret);
  receivers.at('hooks.kept.example', inbox.take);
  await as.bearer(courier).post('/2/webhooks', { url: 'https://hooks.kept.example/events' });
  const path = `/2/account_activity/webhooks/${as.webhookId()!}/subscriptions/all`;
  await as.user('aiko_tan', courier).post(path);
  const happens = async () => {
    must(await platform.do('users.setBlocked', people.aiko, people.jonas, true));
    must(await platform.do('users.setBlocked', people.aiko, people.jonas, false));
    await platform.clock.advance(1);
  };
  await happens();
  const { id } = appNamed(platform, courier);
  must(await platform.do('portal.setSuspended', id, true));
  await happens();
  must(await platform.do('portal.setSuspended', id, false));
  inbox.answer = () => answered({}, 503);
  await happens();
  must(await platform.do('receivers.save', 'hooks.kept.example', 'export default () => new Response()'));
  must(await platform.do('receivers.keepItems', 'hooks.kept.example', [['seen', '1']]));
}
