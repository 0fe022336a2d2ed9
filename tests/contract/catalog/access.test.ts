import { expect, test } from 'vitest';
import { proves } from '../../support/clause.ts';
import { catalogs, createCatalog, openCatalogTo, product, putProducts } from '../../../testing/merchant.ts';
import { endpoints } from '../../../testing/endpoints.ts';
import { example } from '../../../testing/examples.ts';
import { start } from '../../../testing/platform.ts';
import type { Answer, Client } from '../../../testing/platform.ts';
import { must } from '../../../testing/portal.ts';
import { jonas, mira } from '../../../testing/worlds.ts';

const ofTheCatalog = endpoints.filter(({ api }) => api === 'catalog');
const idsIn = ({ json }: Answer): unknown[] => json.data.map(({ id }) => id);
const refusal = ({ status, json }: Answer) => {
  const { code, type } = (json as unknown as { errors: { code: number; type: string }[] }).errors[0]!;
  return { status, code, type };
};

test(
  proves(
    ['9-catalog-early-access', '9-catalog-terms'],
    'without early access, and then without accepted terms, every call is refused; the switches are the user’s, whichever App calls',
  ),
  async () => {
    const { platform, as } = await start();
    const callAll = async (by: Client) => {
      const answers: Answer[] = [];
      for (const endpoint of ofTheCatalog) answers.push(await by.send(example(endpoint, as)));
      return answers;
    };
    for (const answer of await callAll(as.user()))
      expect(refusal(answer)).toEqual({ status: 403, code: 220, type: 'EARLY_ACCESS_MISSING' });
    must(await platform.do('catalog.setTermsAccepted', mira, true));
    expect(refusal(await as.user().get(catalogs)).type).toBe('EARLY_ACCESS_MISSING');
    must(await platform.do('catalog.setTermsAccepted', mira, false));
    must(await platform.do('catalog.setEarlyAccess', mira, true));
    for (const answer of await callAll(as.user()))
      expect(refusal(answer)).toEqual({ status: 403, code: 220, type: 'TERMS_NOT_ACCEPTED' });

    must(await platform.do('catalog.setTermsAccepted', mira, true));
    expect((await as.user().get(catalogs)).status).toBe(200);
    expect((await as.user('mira_holm', 'Northwind Courier').get(catalogs)).status).toBe(200);
    expect(refusal(await as.user('jonas_berg').get(catalogs)).type).toBe('EARLY_ACCESS_MISSING');

    // Revoking it loses nothing.
    await createCatalog(as.user());
    must(await platform.do('catalog.setEarlyAccess', mira, false));
    expect(refusal(await as.user().get(catalogs)).type).toBe('EARLY_ACCESS_MISSING');
    must(await platform.do('catalog.setEarlyAccess', mira, true));
    expect(idsIn(await as.user().get(catalogs))).toHaveLength(1);
  },
);

test('terms are accepted once: accepting again keeps the time; only a user has the switch', async () => {
  const { platform } = await start();
  must(await platform.do('catalog.setTermsAccepted', mira, true));
  const accepted = () => platform.snapshot().tables['merchants']![0]!['terms_accepted_at'];
  const first = accepted();
  await platform.clock.advance(60_000);
  must(await platform.do('catalog.setTermsAccepted', mira, true));
  expect(accepted()).toBe(first);
  expect(await platform.do('catalog.setEarlyAccess', '1', true)).toEqual({
    ok: false,
    reason: 'There is no such user.',
  });
});

test(
  proves(
    ['2.6-catalog-tied-to-handle', '2.6-one-catalog-per-user', '4.4-catalogs-get', '4.4-catalogs-post'],
    'a user has one catalog, which nobody else sees or reaches',
  ),
  async () => {
    const { platform, as } = await start();
    await openCatalogTo(platform, mira);
    await openCatalogTo(platform, jonas);
    const [hers, his] = [as.user('mira_holm'), as.user('jonas_berg')];
    expect((await hers.get(catalogs)).json).toEqual({ request: { params: {} }, data: [], next_cursor: null });
    const made = await hers.post(catalogs, { name: 'Northwind shop' });
    expect(made.status).toBe(201);
    expect(made.json.data).toMatchObject({ name: 'Northwind shop' });
    const other = await createCatalog(his, 'Bakery');
    expect((await hers.get(catalogs)).json.data).toEqual([made.json.data]);
    expect((await his.get(catalogs)).json.data).toMatchObject([{ name: 'Bakery' }]);

    const second = await hers.post(catalogs, { name: 'Second' });
    expect(refusal(second)).toEqual({ status: 403, code: 220, type: 'CATALOG_LIMIT_EXCEEDED' });
    expect(idsIn(await hers.get(catalogs))).toHaveLength(1);

    for (const call of [
      hers.get(`${other}/products`),
      hers.get(`${other}/product_sets`),
      hers.send({ method: 'PUT', path: other, json: { name: 'Mine' } }),
      hers.delete(other),
      putProducts(hers, other, product('1')),
    ])
      expect(refusal(await call)).toMatchObject({ status: 404, type: 'NOT_FOUND' });
    expect((await his.get(catalogs)).json.data).toMatchObject([{ name: 'Bakery' }]);
  },
);

test(
  proves(
    [
      '4.4-catalogs-put',
      '4.4-catalogs-delete',
      '2.6-catalog-holds-products-and-sets',
      '1-catalog-for-early-access',
    ],
    'a catalog is renamed, holds products and sets, and is deleted with all of them; the next one is empty',
  ),
  async () => {
    const { platform, as } = await start();
    await openCatalogTo(platform, mira);
    await openCatalogTo(platform, jonas);
    const user = as.user();
    const catalog = await createCatalog(user);
    const renamed = await user.send({ method: 'PUT', path: catalog, json: { name: 'Harbour shop' } });
    expect(renamed.json.data).toMatchObject({ name: 'Harbour shop' });
    expect((await user.get(catalogs)).json.data).toEqual([renamed.json.data]);

    const many = Array.from({ length: 1000 }, (_, at) => product(`p${at}`));
    for (let batch = 0; batch < 3; batch++)
      await putProducts(user, catalog, ...many.map((each) => ({ ...each, id: `${each.id}-${batch}` })));
    const set = { name: 'Set', type: 'MANUAL', product_ids: ['p1-0'] };
    expect((await user.post(`${catalog}/product_sets`, set)).status).toBe(201);
    const other = await createCatalog(as.user('jonas_berg'));
    expect(idsIn(await as.user('jonas_berg').get(`${other}/products`))).toEqual([]);
    expect(idsIn(await as.user('jonas_berg').get(`${other}/product_sets`))).toEqual([]);
    expect(idsIn(await user.get(`${catalog}/products?count=1000`))).toHaveLength(1000);

    expect((await user.delete(catalog)).json.data).toEqual(renamed.json.data);
    expect(idsIn(await user.get(catalogs))).toEqual([]);
    expect((await user.get(`${catalog}/products`)).status).toBe(404);
    // Its contents are deleted some thousands at a time.
    await platform.clock.advance(0);
    expect(platform.snapshot().tables['products']).toEqual([]);
    expect(platform.snapshot().tables['product_sets']).toEqual([]);
    expect(platform.snapshot().tables['jobs']!.map(({ name }) => name)).not.toContain('catalog-clear');
    const next = await createCatalog(user);
    expect(idsIn(await user.get(`${next}/products`))).toEqual([]);
  },
);

test.each([
  ['a name that is missing', {}],
  ['a name of spaces', { name: '   ' }],
  ['a name of two lines', { name: 'a\nb' }],
  ['a name of 101 characters', { name: 'x'.repeat(101) }],
  ['an unknown member', { name: 'Shop', currency: 'USD' }],
])('a catalog is refused with %s', async (_, body) => {
  const { platform, as } = await start();
  await openCatalogTo(platform, mira);
  const answer = await as.user().post(catalogs, body);
  expect(refusal(answer)).toMatchObject({ status: 400, type: 'INVALID_PARAMETER' });
  expect(idsIn(await as.user().get(catalogs))).toEqual([]);
});
