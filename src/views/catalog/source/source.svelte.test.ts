import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { importAgain } from '../../../../tests/support/import-again.ts';
import { openSession } from '../../../../tests/support/session.ts';
import { must } from '../../../../testing/portal.ts';
import { ownCall, tokenOf } from '../../../call/own-call.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { Files } from './files.svelte.ts';
import { nameFor } from './names.ts';
import { NewFeed } from './new-feed.svelte.ts';
import { startOf } from './schedule.ts';

/** A session whose acting user has a catalog, and the catalog's id. */
async function withCatalog(): Promise<{ session: PageSession; catalogId: string }> {
  const session = await openSession();
  session.useApp(session.world.apps.find(({ name }) => name === 'Northwind Reader')!.id);
  const user = session.user!;
  must(await session.playground.do('catalog.setEarlyAccess', user.id, true));
  must(await session.playground.do('catalog.setTermsAccepted', user.id, true));
  const catalogOf = async () =>
    (await session.playground.ask('merchants.all')).find(({ userId }) => userId === user.id)?.catalog?.id;
  const call = { method: 'POST', path: '/5/product_catalogs', body: { name: 'Shop' } } as const;
  if (!(await catalogOf())) await ownCall(session, tokenOf(session, user.id)!, call);
  return { session, catalogId: (await catalogOf())! };
}

describe('the form of a new feed', () => {
  it('becomes a call once it has no problem', async () => {
    const { form } = (await openSession()).keep(NewFeed);
    expect([form.plan, form.problems.file]).toEqual([null, 'Choose a file first.']);
    form.choose(new File(['id,title\n'], 'Våren 2026 (ny).csv'));
    expect(form.name).toBe('Varen-2026-ny-.csv');
    form.name = 'a/b';
    expect(form.plan).toBeNull();
    form.name = 'spring.csv';
    form.found = 'TSV';
    [form.frequency, form.weekday, form.time, form.zone] = ['WEEKLY', 3, '25:00', 'Europe/Oslo'];
    expect([form.plan, form.problems.time]).toEqual([null, 'A time of day, such as 06:00.']);
    form.time = '06:30';
    form.conduct = 'stalls';
    expect(form.plan).toMatchObject({
      source: { type: 'file', name: 'spring.csv' },
      conduct: { type: 'stalls', after: 0.5 },
      call: {
        feed_url: 'https://files.northwind.example/spring.csv',
        ...{ feed_format: 'TSV', frequency: 'WEEKLY', time_zone: 'Europe/Oslo' },
      },
    });
    form.readAs = 'CSV';
    expect(form.plan!.call.feed_format).toBe('CSV');
    form.kind = 'address';
    form.address = 'http://shop.example/a.csv';
    expect(form.plan).toBeNull();
  });

  it('becomes a recipe for a generated file', async () => {
    const { form } = (await openSession()).keep(NewFeed);
    form.kind = 'generate';
    [form.rows, form.format, form.gzip] = ['1,000', 'ATOM', true];
    expect(form.plan).toMatchObject({
      source: {
        type: 'generate',
        name: 'catalogue.xml.gz',
        recipe: { rows: 1000, format: 'ATOM', gzip: true },
      },
      call: { feed_format: 'XML' },
    });
    for (const rows of ['', '0', '2,000,001', '1.5', 'many']) {
      form.rows = rows;
      expect(form.plan, rows).toBeNull();
    }
  });

  it('is kept when the person returns, and after an import', async () => {
    const session = await openSession();
    session.keep(NewFeed).form.address = 'https://shop.example/a.csv';
    await importAgain(session);
    expect(session.keep(NewFeed).form.address).toBe('https://shop.example/a.csv');
  });

  it('the first time is today’s, or that of the next such day, in local time of the zone', () => {
    // A Tuesday, 23:30 UTC: Wednesday in Tokyo.
    const now = Date.UTC(2026, 10, 24, 23, 30);
    const at = { time: '06:00', weekday: 1 } as const;
    expect(startOf({ ...at, frequency: 'DAILY', zone: 'UTC' }, now)).toBe('2026-11-24T06:00:00');
    expect(startOf({ ...at, frequency: 'DAILY', zone: 'Asia/Tokyo' }, now)).toBe('2026-11-25T06:00:00');
    expect(startOf({ ...at, frequency: 'WEEKLY', zone: 'Asia/Tokyo' }, now)).toBe('2026-11-30T06:00:00');
  });

  it('a file’s name is changed to one that an address can contain', () => {
    expect([nameFor('.hidden'), nameFor('日本.csv'), nameFor('日本')]).toEqual(['hidden', 'csv', 'feed']);
  });
});

describe('creating a feed', () => {
  it('a generated file is served, and the feed’s run imports it', async () => {
    const { session, catalogId } = await withCatalog();
    const { form, making, outlook } = session.keep(NewFeed);
    const files = session.keep(Files);
    const stop = files.follow();
    form.kind = 'generate';
    [form.rows, form.faultyPercent] = ['300', '10'];
    const leave = outlook.lookAtFile();
    await eventually(() => expect(outlook.preview?.fault).not.toBeNull());
    leave();
    const made = await making.make(form.plan!, catalogId, true);
    expect(made?.run).toBeTypeOf('string');
    const run = () => session.playground.ask('runs.figures', made!.run!);
    await eventually(async () => expect((await run())?.status).toBe('SUCCEEDED'));
    const { counts } = (await run())!;
    expect([counts.rows, counts.rejected > 5]).toEqual([300, true]);
    await eventually(() =>
      expect(files.list).toMatchObject([{ name: 'catalogue.csv', conduct: { type: 'normal' } }]),
    );
    stop();
  });

  it('a refusal loses no input, and the file is not added twice', async () => {
    const { session, catalogId } = await withCatalog();
    const { form, making } = session.keep(NewFeed);
    const put = vi.fn(session.playground.putFile);
    const { playground } = session;
    Object.assign(playground, { putFile: put });
    form.choose(new File(['id,title\n'], 'a.csv'));
    must(await playground.do('catalog.setEarlyAccess', session.user!.id, false));
    expect(await making.make(form.plan!, catalogId, false)).toBeNull();
    expect([making.reason.slice(0, 3), making.refused?.status, form.file?.name]).toEqual([
      '403',
      403,
      'a.csv',
    ]);
    must(await playground.do('catalog.setEarlyAccess', session.user!.id, true));
    expect(await making.make(form.plan!, catalogId, false)).toMatchObject({ run: null });
    expect(put).toHaveBeenCalledTimes(1);
    expect(making.reason).toBe('');
  });

  it('a file that was put right replaces the one before, and the feed that has its address runs again', async () => {
    const { session, catalogId } = await withCatalog();
    const { form, making } = session.keep(NewFeed);
    const { playground } = session;
    const head = 'id,title,description,availability,condition,price,link,image_link,brand';
    const file = (price: string) =>
      new File(
        [`${head}\na,Lamp,Burns,in stock,new,${price},https://a.example/a,https://a.example/a.jpg,Tern\n`],
        'a.csv',
      );
    const accepted = async (run: string) => {
      await eventually(async () =>
        expect((await playground.ask('runs.figures', run))?.status).toBe('SUCCEEDED'),
      );
      const { created, rejected } = (await playground.ask('runs.figures', run))!.counts;
      return [created, rejected];
    };
    form.choose(file('on request'));
    const made = await making.make(form.plan!, catalogId, true);
    expect(await accepted(made!.run!)).toEqual([0, 1]);
    form.choose(file('20.00 USD'));
    const again = await making.again(form.plan!, made!.feed);
    expect(again?.feed).toBe(made?.feed);
    expect(await accepted(again!.run!)).toEqual([1, 0]);
    const overview = await playground.ask('merchants.overview', session.user!.id);
    expect(overview.catalog?.feeds.filter(({ feed_url }) => feed_url.endsWith('/a.csv'))).toHaveLength(1);
  });

  it('cancelling a file on its way leaves nothing, and shows no message', async () => {
    const { session, catalogId } = await withCatalog();
    const { form, making } = session.keep(NewFeed);
    form.kind = 'generate';
    form.rows = '2,000,000';
    const make = making.make(form.plan!, catalogId, true);
    await eventually(async () => expect((await session.playground.files()).arriving).toHaveLength(1));
    await making.cancel();
    expect(await make).toBeNull();
    expect([making.reason, making.step, (await session.playground.files()).files]).toEqual(['', null, []]);
  });
});
