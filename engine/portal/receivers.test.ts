import { describe, expect, test } from 'vitest';
import { start } from '../../testing/platform.ts';
import { must } from '../../testing/portal.ts';

const host = 'hooks.northwind.example';
const code = 'export default () => new Response()';

async function withReceiver() {
  const { platform } = await start();
  must(await platform.do('receivers.save', host, code));
  return { platform };
}

describe('receivers', () => {
  test('one is saved, saved again and removed; its items stay with it', async () => {
    const { platform } = await withReceiver();
    const { createdAt } = (await platform.ask('receivers.get', host))!;
    must(await platform.do('receivers.keepItems', host, [['a', '1']]));
    await platform.clock.advance(1000);
    must(await platform.do('receivers.save', host, `${code};`));
    const saved = { host, code: `${code};`, createdAt, updatedAt: createdAt + 1000, itemCount: 1 };
    expect(await platform.ask('receivers.list')).toEqual([saved]);
    must(await platform.do('receivers.remove', host));
    expect(await platform.ask('receivers.get', host)).toBeNull();
    expect(await platform.ask('receivers.items', host)).toEqual([]);
    expect(await platform.do('receivers.remove', host)).toMatchObject({ ok: false });
    expect(await platform.do('receivers.clear', host)).toMatchObject({ ok: false });
  });

  test.each([
    '',
    'localhost',
    'a.localhost',
    'Hooks.example',
    'https://hooks.example',
    'hooks.example:8443',
    '10.0.0.1',
    'a..b',
  ])('a host is a public name: %j is refused', async (name) => {
    const { platform } = await start();
    expect(await platform.do('receivers.save', name, code)).toMatchObject({ ok: false });
  });

  test('at most 20 exist, with at most 64 KiB of code each', async () => {
    const { platform } = await withReceiver();
    expect(await platform.do('receivers.save', host, 'ä'.repeat(32 * 1024))).toEqual({ ok: true });
    expect(await platform.do('receivers.save', host, `${'ä'.repeat(32 * 1024)} `)).toMatchObject({
      ok: false,
    });
    for (let at = 1; at < 20; at++) must(await platform.do('receivers.save', `h${at}.example`, code));
    expect(await platform.do('receivers.save', 'one-more.example', code)).toMatchObject({ ok: false });
    must(await platform.do('receivers.save', 'h19.example', ''));
  });

  test('they are part of exports, and come back when one is opened', async () => {
    const { platform } = await withReceiver();
    must(await platform.do('receivers.keepItems', host, [['a', '1']]));
    const again = (await start({ snapshot: platform.snapshot() })).platform;
    expect(await again.ask('receivers.list')).toEqual(await platform.ask('receivers.list'));
    expect(await again.ask('receivers.items', host)).toEqual([['a', '1']]);
  });
});

describe('what a receiver stores', () => {
  test('the last change of a key counts; clearing removes everything', async () => {
    const { platform } = await withReceiver();
    const changes = [
      ['a', '1'],
      ['b', '2'],
      ['a', null],
      ['b', '3'],
      ['never', null],
    ] as const;
    must(await platform.do('receivers.keepItems', host, changes));
    expect(await platform.ask('receivers.items', host)).toEqual([['b', '3']]);
    must(await platform.do('receivers.clear', host));
    expect(await platform.ask('receivers.items', host)).toEqual([]);
  });

  test.each([
    ['a key of more than 200 characters', [['k'.repeat(201), '']]],
    ['a value of more than 64 KiB', [['k', 'v'.repeat(64 * 1024 + 1)]]],
    ['more than 1,000 items', Array.from({ length: 1001 }, (_, at) => [String(at), ''])],
    ['more than 256 KiB', Array.from({ length: 5 }, (_, at) => [String(at), 'v'.repeat(60 * 1024)])],
  ] as [string, [string, string][]][])('%s is refused, and nothing of it is kept', async (_, changes) => {
    const { platform } = await withReceiver();
    must(await platform.do('receivers.keepItems', host, [['first', '1']]));
    expect(await platform.do('receivers.keepItems', host, [['second', '2'], ...changes])).toMatchObject({
      ok: false,
    });
    expect(await platform.ask('receivers.items', host)).toEqual([['first', '1']]);
  });

  test('a removed receiver stores nothing', async () => {
    const { platform } = await withReceiver();
    expect(await platform.do('receivers.keepItems', 'gone.example', [['a', '1']])).toMatchObject({
      ok: false,
    });
  });
});
