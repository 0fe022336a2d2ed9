/** Issue 19: what hosts and links may do to an embed: nothing but what the protocol lists. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../tests/support/rounds.ts';
import { readAsked } from '../element/names.ts';
import { protocol, readOrder, version } from '../element/protocol.ts';
import { longestHash, parseRoute, tooLong } from '../router.ts';
import { start } from '../stage/enter.ts';
import { readRoute } from '../views/requests/call/route.ts';
import { Guest } from './guest.ts';
import { routeOf } from './open.ts';
import { recipeFor } from './recipe.ts';
import { linkOf, packedIn } from '../recipe/link.ts';
import { pack } from '../recipe/packed.ts';
import { readPacked } from '../recipe/read.ts';
import { callProblem } from '../frame/offer.svelte.ts';
import { openPlayground } from '../../tests/support/session.ts';

const hello = { protocol, version };
const markup = '<img src=x onerror=alert(1)>"\'><svg/onload=alert(1)>';
const byHand: readonly unknown[] = [
  ...[null, undefined, 0, '', markup, [], {}, [[[]]], hello, JSON.stringify({ id: 1, wish: { do: 'send' } })],
  ...['eval', 'import', 'constructor', '__proto__', 'then', markup].map((name) => ({
    id: 1,
    wish: { do: name, code: 'alert(1)' },
  })),
  ...[-1, NaN, Infinity, 1e300, '1', null].map((ms) => ({ id: 1, wish: { do: 'advance', ms } })),
  ...[markup, 'url(x)', null, {}].map((theme) => ({ id: 1, wish: { do: 'setTheme', theme } })),
  ...['x'.repeat(1 << 20), 7, null, { href: '#/requests' }].map((link) => ({
    id: 1,
    wish: { do: 'open', link },
  })),
  ...[1.5, '1', null, {}, -Infinity].map((id) => ({ id, wish: { do: 'send' } })),
  new Map([['id', 1]]),
  new Error(markup),
  new Uint8Array(1 << 20),
];

/** A frame, and what was done in it. */
function framed() {
  const here = new EventTarget();
  const { port1: parent } = new MessageChannel();
  const guest = new Guest(parent, here);
  const done: string[] = [];
  const note = (what: string) => () => void done.push(what);
  guest.takes({
    ...{ send: note('send'), reset: note('reset'), advance: note('advance') },
    ...{ open: note('open'), setTheme: note('setTheme') },
  });
  const greet = (
    source: MessageEventSource | null,
    data: unknown,
  ): { port: MessagePort; heard: unknown[] } => {
    const { port1: port, port2 } = new MessageChannel();
    const heard: unknown[] = [];
    port.onmessage = (event: MessageEvent<unknown>) => heard.push(event.data);
    here.dispatchEvent(new MessageEvent('message', { source, data, ports: [port2] }));
    return { port, heard };
  };
  return { parent, done, greet };
}

test('issue 19: 200 hostile messages change nothing: over the port, to the window, from strangers, replayed', async () => {
  const fuzzed = fc
    .sample(fc.anything({ maxDepth: 3 }), { numRuns: 200, seed: 19 })
    .filter((each) => readOrder(each) === null);
  const hostile = [...byHand, ...fuzzed];
  expect(hostile.length).toBeGreaterThanOrEqual(200);
  const { parent, done, greet } = framed();
  const stranger = new MessageChannel().port1;
  const strangers = hostile.flatMap((data) => [greet(stranger, data), greet(null, data)]);
  const early = hostile.filter((data) => data !== hello).map((data) => greet(parent, data));
  strangers.push(greet(stranger, hello), greet(null, hello));
  const { port, heard } = greet(parent, hello);
  const replayed = [greet(parent, hello), greet(parent, hello), greet(stranger, hello)];
  for (const data of hostile) port.postMessage(data);
  for (const { port: unheard } of [...strangers, ...early, ...replayed])
    unheard.postMessage({ id: 1, wish: { do: 'send' } });
  port.postMessage({ id: 7, wish: { do: 'reset' } });
  await expect
    .poll(() => heard)
    .toEqual([
      { type: 'ready', version },
      { type: 'answer', id: 7, problem: null },
    ]);
  expect(done).toEqual(['reset']);
  expect([...strangers, ...early, ...replayed].flatMap((each) => each.heard)).toEqual([]);
});

const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    markup,
    '%',
    '%00',
    '%E0%A4%A',
    '..',
    '//',
    '__proto__',
    'constructor',
    'javascript:alert(1)',
  ),
  fc.constantFrom('createPost', 'requests', 'getMe', 'body', 'auth', 'tab', 'app', 'header.x', 'path.id'),
);

test('issue 19: a hostile name of a world is refused with a sentence, or has no sign that means something in a name of a database', () => {
  const byHandNames = [
    ...[
      '',
      ' ',
      '.',
      '..',
      '../..',
      '/',
      '//',
      ':',
      ':tab:',
      ':passing',
      'harbour:/docs/',
      'a/b',
      'a b',
      'a\0b',
    ],
    ...[
      '__proto__.x',
      'constructor()',
      '%00',
      '%2F',
      'hafen\n',
      'ｈａｒｂｏｕｒ',
      'é',
      '🌊',
      '\u202Eharbour',
      markup,
    ],
    'x'.repeat(65),
    'x'.repeat(1 << 20),
  ];
  for (const name of byHandNames) {
    const query = new URLSearchParams({ storage: 'browser', world: name });
    expect(readAsked(`?${query}`), name.slice(0, 40)).toEqual({
      problem: expect.stringMatching(/^\S.*\.$/s) as unknown,
    });
  }
  fc.assert(
    fc.property(fc.oneof(words, fc.string({ maxLength: 70 })), (name) => {
      const read = readAsked(`?${new URLSearchParams({ storage: 'browser', world: name })}`);
      if ('problem' in read) expect(read.problem).toMatch(/^\S.*\.$/s);
      else expect(read.world).toMatch(/^[A-Za-z0-9-]{1,64}$/);
    }),
    rounds(200, 20_000),
  );
  // Given twice, or where nothing is kept.
  for (const query of ['storage=browser&world=a&world=b', 'world=a', 'storage=browser&storage=temp&world=a'])
    expect(readAsked(query)).toHaveProperty('problem');
});

const asked = readAsked('');
if ('problem' in asked) throw new Error(asked.problem);

test('issue 19: no attribute and no fragment throws but with a sentence, and none makes a call of its own', () => {
  const rows = fc.array(fc.tuple(words, words), { maxLength: 6 });
  fc.assert(
    fc.property(rows, fc.array(words, { maxLength: 4 }), (params, path) => {
      const query = params.map(([name, value]) => `${name}=${value}`).join('&');
      const read = readAsked(`?${query}`);
      if ('problem' in read) expect(read.problem).toMatch(/^\S.*\.$/s);
      const hash = `#/${path.join('/')}?${query}`;
      expect(start(hash)).toMatch(/^#\/[a-z-]+/);
      const route = parseRoute(hash);
      if (!('problem' in route) && route.view === 'requests') readRoute(route);
      try {
        expect(routeOf(asked, hash).view).toBe('requests');
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        expect(String(error)).toMatch(/\.$/s);
      }
    }),
    rounds(200, 20_000),
  );
});

test('issue 19: a fragment of a megabyte is refused before it is read', () => {
  for (const bomb of [`#/requests?body=${'['.repeat(1 << 20)}`, `#${'/'.repeat(1 << 20)}`]) {
    expect(bomb.length).toBeGreaterThan(longestHash);
    expect(parseRoute(bomb)).toEqual({ problem: tooLong });
    expect(() => routeOf(asked, bomb)).toThrow(tooLong);
  }
  expect(readAsked(`?seed=${'x'.repeat(1 << 20)}`)).toHaveProperty('problem');
});

const bombs = [
  '0'.repeat(1 << 20),
  '['.repeat(100_000),
  `{"scenario":1,"users":[${'{"username":"m"},'.repeat(5000)}{}]}`,
  JSON.stringify({ scenario: 1, seed: 'x'.repeat(100_000) }),
  JSON.stringify({ scenario: 1, call: `#/requests/createPost?body=${'x'.repeat(100_000)}` }),
];
const recipes: readonly unknown[] = [
  ...[
    null,
    0,
    '',
    markup,
    [],
    {},
    [[[]]],
    { scenario: 1, apps: 7 },
    { scenario: 1, __proto__: null, eval: markup },
  ],
  ...['javascript:alert(1)', '//evil.example', '#/portal', '#/world?recipe=1.x', markup, 7].map((call) => ({
    scenario: 1,
    call,
  })),
  { scenario: 1, call: '#/requests/createPost?colour=red' },
  { scenario: 1, apps: [{ name: 'A', owner: 'mira', consumer_key: 'k', consumer_secret: 's' }] },
  { scenario: 1, access_tokens: [{ app: 'A', user: 'm', oauth_token_secret: markup }] },
  { scenario: 1, receivers: [{ host: 'a.example', code: 7 }] },
];

test('Issue 19: no recipe in a link throws or changes the world', async () => {
  const playground = await openPlayground();
  const before = JSON.stringify(await playground.ask('explorer.scenario'));
  const offered = async (packed: string) => {
    const read = await readPacked(playground, packed, callProblem);
    if ('problem' in read) expect(read.problem).toMatch(/^\S.*\.$/s);
    await recipeFor(asked, packed).catch((error: unknown) =>
      expect(String(error)).toMatch(/^Error: The recipe .*\.$/s),
    );
    return 'problem' in read ? read.problem : 'taken';
  };
  for (const text of [...bombs, ...recipes.map((each) => JSON.stringify(each))])
    expect(await offered(await pack(text)), text.slice(0, 80)).not.toBe('taken');
  const named = await pack(
    JSON.stringify({ scenario: 1, base: 'small', users: [{ username: 'mira', name: markup }] }),
  );
  expect(await offered(named)).toBe('taken');
  const fuzzed = fc.sample(fc.oneof(words, fc.json({ maxDepth: 3 })), { numRuns: 120, seed: 19 });
  for (const each of fuzzed) {
    await offered(each);
    expect(await offered(await pack(each))).not.toBe('taken');
    packedIn(`#/world?recipe=${each}`);
  }
  expect(packedIn(linkOf('A'.repeat(1 << 20)))).toBeNull();
  const after = JSON.stringify(await playground.ask('explorer.scenario'));
  expect(after.replace(/"at\\": ?\\"[^"]*"/, '')).toBe(before.replace(/"at\\": ?\\"[^"]*"/, ''));
});
