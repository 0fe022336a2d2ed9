/**
 * Writes a platform's stored values again, through the endpoints and commands that set them, and reports what they
 * refuse.
 */
import type { Platform, Row } from '../../engine/inside.ts';
import { kindNames } from '../../engine/ads/kinds.ts';
import { openCatalogTo } from '../../testing/merchant.ts';
import { adsHost, caller } from '../../testing/platform.ts';
import type { Whole } from './whole-snapshot.ts';

type Fields = readonly string[];

const feedFields = ['feed_url', 'feed_format', 'frequency', 'repeat', 'start_time', 'time_zone'];
const fixed = new Set(['id', 'account_id', 'created_at', 'updated_at', 'deleted']);
const parents = new Set(['campaign_id', 'line_item_id', 'funding_instrument_id', 'user_id']);

const pick = (row: Row, fields: Fields): Row =>
  Object.fromEntries(
    fields.flatMap((name) => (row[name] === null || row[name] === undefined ? [] : [[name, row[name]]])),
  );

/**
 * Sentences; none if every value is accepted. A check against the table alone would trust it; here the endpoints check
 * it.
 */
export async function refusedAtDoors(
  platform: Platform,
  { credentials, underWay }: Pick<Whole, 'credentials' | 'underWay'>,
): Promise<readonly string[]> {
  const { tables } = platform.snapshot();
  const as = caller(platform, credentials);
  const mira = as.signing({ ...underWay.keys, ...underWay.user });
  const said: string[] = [];
  const note = (what: string, refusal: unknown) => void said.push(`${what}: ${JSON.stringify(refusal)}`);
  const rowsOf = (name: string): readonly Row[] => tables[name]!;

  for (const { id, settings } of platform.portal.apps()) {
    const done = await platform.do('portal.updateApp', id, settings);
    if (!done.ok) note(`App ${id}`, done);
  }
  for (const { host, code } of rowsOf('receivers')) {
    const done = await platform.do('receivers.save', String(host), String(code));
    if (!done.ok) note(`receiver ${String(host)}`, done);
  }
  for (const { host, key, value } of rowsOf('receiver_items')) {
    const done = await platform.do('receivers.keepItems', String(host), [[String(key), String(value)]]);
    if (!done.ok) note(`item ${String(key)}`, done);
  }
  for (const { name } of rowsOf('projects')) {
    const done = await platform.do('portal.createProject', String(name), 'free');
    if (!done.ok && !done.reason.includes('already')) note(`Project ${String(name)}`, done);
  }
  for (const kind of kindNames)
    for (const { id, ...row } of rowsOf(kind)) {
      const given = Object.entries(row).filter(([name]) => !fixed.has(name) && !parents.has(name));
      const done = await platform.do('ads.change', kind, String(id), Object.fromEntries(given));
      if (!done.ok) note(`${kind} ${String(id)}`, done);
    }

  /** Refused for belonging to somebody else or for already existing; a bad value is a 400. */
  const demand = async (
    method: string,
    path: string,
    json: unknown,
    isBad = (text: string) => text !== '',
  ) => {
    const { status, text } = await mira.send({ method, path, json });
    if (status >= 500 || (status === 400 && isBad(text))) note(`${method} ${path}`, text);
  };
  for (const row of rowsOf('lists'))
    await demand('PUT', `/2/lists/${String(row['id'])}`, pick(row, ['name', 'description', 'private']));
  for (const { text, reposted_post_id } of rowsOf('posts'))
    if (text !== '' && reposted_post_id === null) await demand('POST', '/2/posts', { text });
  for (const { options, duration_minutes } of rowsOf('polls')) {
    const labels = (options as readonly { readonly label: string }[]).map(({ label }) => label);
    await demand('POST', '/2/posts', { poll: { options: labels, duration_minutes } });
  }
  for (const { text } of rowsOf('dm_events'))
    if (text !== null) await demand('POST', '/2/dm_conversations/with/2244994947/messages', { text });

  await openCatalogTo(platform, '2244994945');
  const shop = (catalog: unknown, rest: string) => `${adsHost}/5/product_catalogs/${String(catalog)}${rest}`;
  for (const { id, name } of rowsOf('catalogs')) await demand('PUT', shop(id, ''), { name });
  for (const row of rowsOf('product_sets'))
    await demand(
      'PUT',
      shop(row['catalog_id'], `/product_sets/${String(row['id'])}`),
      pick(row, ['name', 'description', 'product_ids', 'filters']),
    );
  for (const row of rowsOf('product_feeds'))
    await demand(
      'PUT',
      shop(row['catalog_id'], `/product_feeds/${String(row['id'])}`),
      pick(row, feedFields),
    );
  for (const { product_key, catalog_id, made, writer, ...row } of rowsOf('products')) {
    const { text } = await mira.send({
      method: 'PUT',
      path: shop(catalog_id, '/products'),
      json: { products: [row] },
    });
    if (text.includes('"ERROR"'))
      note(`product ${String(product_key)} (${String(made)}, ${String(writer)})`, text);
  }

  const bearer = as.bearer();
  for (const { value, tag } of rowsOf('stream_rules')) {
    const { status, text } = await bearer.send({
      method: 'POST',
      path: '/2/posts/search/stream/rules?dry_run=true',
      json: { add: [{ value, tag }] },
    });
    if (status === 400 || text.includes('Invalid Rule')) note(`rule ${String(value)}`, text);
  }
  for (const { name, type } of rowsOf('compliance_jobs')) {
    const { status, text } = await bearer.post('/2/compliance/jobs', {
      type,
      ...(name !== null && { name }),
    });
    if (status === 400) note(`job ${String(name)}`, text);
  }
  for (const { url } of rowsOf('webhooks')) {
    const { text } = await bearer.post('/2/webhooks', { url });
    if (text.includes('UrlValidationFailed')) note(`webhook ${String(url)}`, text);
  }
  return said;
}
