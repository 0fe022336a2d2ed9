import { describe, expect, test } from 'vitest';
import { start } from '../../tests/support/platform.ts';
import { must } from '../../tests/support/portal.ts';

const host = 'hooks.northwind.example';
const code = 'export default () => new Response()';

async function withReceiver() {
  const { platform } = await start();
  must(await platform.portal.saveReceiver(host, code));
  return { platform, receivers: await platform.receivers() };
}

describe('receivers', () => {
  test('one is saved, saved again and removed; its items stay with it', async () => {
    const { platform, receivers } = await withReceiver();
    const { createdAt } = receivers.get(host)!;
    must(await receivers.keepItems(host, [['a', '1']]));
    await platform.clock.advance(1000);
    must(await platform.portal.saveReceiver(host, `${code};`));
    const saved = { host, code: `${code};`, createdAt, updatedAt: createdAt + 1000, itemCount: 1 };
    expect(receivers.list()).toEqual([saved]);
    must(await platform.portal.removeReceiver(host));
    expect(receivers.get(host)).toBeNull();
    expect(receivers.items(host)).toEqual([]);
    expect(await platform.portal.removeReceiver(host)).toMatchObject({ ok: false });
    expect(await platform.portal.clearReceiver(host)).toMatchObject({ ok: false });
  });

  test.each([
    '',
    'localhost',
    'Hooks.example',
    'https://hooks.example',
    'hooks.example:8443',
    '10.0.0.1',
    'a..b',
  ])('a host is a public name: %j is none', async (name) => {
    const { platform } = await start();
    expect(await platform.portal.saveReceiver(name, code)).toMatchObject({ ok: false });
  });

  test('there are 20 at most, and code has 64 KiB at most', async () => {
    const { platform } = await withReceiver();
    expect(await platform.portal.saveReceiver(host, 'ä'.repeat(32 * 1024))).toEqual({ ok: true });
    expect(await platform.portal.saveReceiver(host, `${'ä'.repeat(32 * 1024)} `)).toMatchObject({
      ok: false,
    });
    for (let at = 1; at < 20; at++) must(await platform.portal.saveReceiver(`h${at}.example`, code));
    expect(await platform.portal.saveReceiver('one-more.example', code)).toMatchObject({ ok: false });
    must(await platform.portal.saveReceiver('h19.example', ''));
  });

  test('they are part of what is exported and continued from', async () => {
    const { platform, receivers } = await withReceiver();
    must(await receivers.keepItems(host, [['a', '1']]));
    const again = (await start({ snapshot: platform.snapshot() })).platform;
    const read = await again.receivers();
    expect(read.list()).toEqual(receivers.list());
    expect(read.items(host)).toEqual([['a', '1']]);
  });
});

describe('what a receiver stores', () => {
  test('the last change of a key counts; clearing takes all away', async () => {
    const { platform, receivers } = await withReceiver();
    const changes = [
      ['a', '1'],
      ['b', '2'],
      ['a', null],
      ['b', '3'],
      ['never', null],
    ] as const;
    must(await receivers.keepItems(host, changes));
    expect(receivers.items(host)).toEqual([['b', '3']]);
    must(await platform.portal.clearReceiver(host));
    expect(receivers.items(host)).toEqual([]);
  });

  test.each([
    ['a key of more than 200 characters', [['k'.repeat(201), '']]],
    ['a value of more than 64 KiB', [['k', 'v'.repeat(64 * 1024 + 1)]]],
    ['more than 1,000 items', Array.from({ length: 1001 }, (_, at) => [String(at), ''])],
    ['more than 256 KiB', Array.from({ length: 5 }, (_, at) => [String(at), 'v'.repeat(60 * 1024)])],
  ] as [string, [string, string][]][])('%s is refused, and nothing of it is kept', async (_, changes) => {
    const { receivers } = await withReceiver();
    must(await receivers.keepItems(host, [['first', '1']]));
    expect(await receivers.keepItems(host, [['second', '2'], ...changes])).toMatchObject({ ok: false });
    expect(receivers.items(host)).toEqual([['first', '1']]);
  });

  test('a receiver that is there no more keeps nothing', async () => {
    const { receivers } = await withReceiver();
    expect(await receivers.keepItems('gone.example', [['a', '1']])).toMatchObject({ ok: false });
  });
});
