import { readFile } from 'node:fs/promises';
import { failed, loadCrcDoctor } from '../../../engine/inside.ts';
import { expect, open, test } from '../../support/harness/fixtures.ts';
import { tryCode } from '../../support/sandbox/trials.ts';

const linesOf = ({ log }: Awaited<ReturnType<typeof tryCode>>) =>
  log.lines.map(({ level, text, line }) => `${level} ${line}: ${text}`);

test('a receiver answers a request with its tools: the platform’s time, a storage, a console', async ({
  page,
  harnessSite,
}) => {
  await open(page, harnessSite.url);
  const { platformNow } = await page.evaluate(async () =>
    (await harness).playground.advance(86_400_000 * 400),
  );
  const said = await tryCode(
    page,
    `export default async function (request) {
       const { method, url, headers } = request;
       const times = ((await storage.get('times')) ?? 0) + 1;
       await storage.set('times', times);
       console.log('asked', { times });
       const said = headers.get('x-said');
       return Response.json({ method, url, said, times, now: Date.now(), date: new Date().getTime() }, { status: 201 });
     }`,
  );
  expect(said.outcome).toBe(201);
  const { now, date, ...rest } = JSON.parse(said.body) as { now: number; date: number };
  expect(rest).toEqual({
    method: 'POST',
    url: 'https://hooks.northwind.example/in?a=b',
    said: 'hello',
    times: 1,
  });
  for (const time of [now, date]) expect(Math.abs(time - platformNow)).toBeLessThan(60_000);
  expect(linesOf(said)).toEqual(['log 5: asked { times: 1 }']);
  const again = await tryCode(page, `export default async () => Response.json(await storage.get('times'))`);
  expect(again.body).toBe('1');
});

test('mistakes are shown in their place', async ({ page, harnessSite }) => {
  await open(page, harnessSite.url);
  const thrown = await tryCode(page, `\nexport default () => {\n  cache.set(1);\n}`);
  expect(thrown.outcome).toBe(500);
  expect(linesOf(thrown)).toEqual(['error 3: ReferenceError: cache is not defined']);

  const unread = await tryCode(page, `\n\nconst a = ;\nexport default () => new Response()`);
  expect(unread.outcome).toBe('refused');
  expect(linesOf(unread)).toEqual([`error 3: SyntaxError: Unexpected token ';'`]);

  const undefinedAnswer = await tryCode(page, 'export default () => {}');
  expect(undefinedAnswer.outcome).toBe(500);
  expect(linesOf(undefinedAnswer)[0]).toContain('It returned undefined');

  const lost = await tryCode(
    page,
    `export default async () => {
       Promise.reject(new Error('unheard'));
       setTimeout(() => { throw new Error('late'); });
       await new Promise((resolve) => setTimeout(resolve, 50));
       return new Response();
     }`,
  );
  expect(linesOf(lost).sort()).toEqual(['error 2: Error: unheard', 'error 3: Error: late']);
});

const answer = 'export default () => new Response();';

const notStarting = [
  ['a syntax error', `\nconst a = ;\n${answer}`, `SyntaxError: Unexpected token ';'`, 2, 'module-syntax'],
  [
    'a block left open',
    'export default () => {\n',
    'SyntaxError: Unexpected end of input',
    1,
    'module-syntax',
  ],
  ['CommonJS', `\nmodule.exports = () => 1;`, 'ReferenceError: module is not defined', 2, 'module-commonjs'],
  [
    'require',
    `const a = require('a');\n${answer}`,
    'ReferenceError: require is not defined',
    1,
    'module-require',
  ],
  [
    'an import of a package',
    `\nimport express from 'express';\n${answer}`,
    'It imports express, but a receiver is one module without imports.',
    2,
    'module-imports',
  ],
  [
    'an import of Node’s',
    `const secret = 'not to be repeated';\nimport { createHmac } from 'node:crypto';\n${answer}`,
    'It imports node:crypto, but a receiver is one module without imports.',
    2,
    'module-imports',
  ],
  [
    'an object with fetch',
    `\nexport default { fetch() { return new Response(); } };`,
    'Its default export is an object with `fetch`, not a function.',
    2,
    'module-object',
  ],
  [
    'another default',
    'export default 5;',
    'Its default export is of type number, not a function.',
    1,
    'module-no-function',
  ],
  [
    'a named export',
    '\nexport const a = () => 1;',
    'It exports `a`, and no default.',
    2,
    'module-no-default',
  ],
  ['no export', 'function answer() {}', 'It exports nothing, and no default.', null, 'module-no-default'],
  ['nothing', '', 'Its module is empty.', null, 'module-empty'],
  ['comments alone', '// to do\n/* later */', 'Its module is empty.', null, 'module-empty'],
  ['an error at its top', `\nthrow new Error('no key');`, 'Error: no key', 2, 'module-throws'],
] as const;

test('a module that does not start says why and where, and the doctor names it', async ({
  page,
  harnessSite,
}) => {
  await open(page, harnessSite.url);
  const { diagnoseCrc } = await loadCrcDoctor();
  for (const [what, code, why, line, id] of notStarting)
    await test.step(what, async () => {
      const said = await tryCode(page, code);
      expect(said.outcome).toBe('refused');
      expect(linesOf(said)).toEqual([`error ${line}: ${why}`]);
      const { mistake } = diagnoseCrc({ token: 'a', secret: 'b', answer: failed('refused', said.body) });
      const at = line === null ? '' : `, in line ${line}`;
      const sentence = `The module does not start: ${why.replace(/\.$/, '')}${at}`;
      expect(mistake).toMatchObject({ sentence, parts: [{ id }] });
    });
});

test('a body other than bytes is a mistake, and a thrown Proxy is shown although it resists', async ({
  page,
  harnessSite,
}) => {
  const shown: string[] = [];
  page.on('console', (message) => shown.push(message.text()));
  await open(page, harnessSite.url);
  const stream = (chunk: string) =>
    `export default () => new Response(new ReadableStream({ start(to) { to.enqueue(${chunk}); to.close(); } }))`;
  for (const [chunk, kind] of [
    [`'text'`, 'string'],
    ['new ArrayBuffer(3)', 'ArrayBuffer'],
    ['undefined', 'undefined'],
  ] as const) {
    const said = await tryCode(page, stream(chunk));
    expect(said.outcome).toBe(500);
    expect(linesOf(said)).toEqual([
      `error null: TypeError: The body of its Response holds a chunk of type ${kind}: chunks are Uint8Arrays.`,
    ]);
  }
  expect((await tryCode(page, stream('new Uint8Array([104, 105])'))).body).toBe('hi');

  const refusing = `new Proxy({}, { getPrototypeOf() { throw 1; }, get() { throw 1; }, ownKeys() { throw 1; } })`;
  for (const code of [
    `export default () => { throw ${refusing}; }`,
    `export default async () => { Promise.reject(${refusing}); await 0; throw ${refusing}; }`,
  ]) {
    const thrown = await tryCode(page, code);
    expect(thrown.outcome).toBe(500);
    expect(linesOf(thrown)).toContain('error null: An error that cannot be shown');
  }
  await tryCode(
    page,
    `export default async () => {
       Promise.reject(new Error('unheard'));
       await new Promise((resolve) => setTimeout(resolve, 50));
       return new Response();
     }`,
  );
  expect(shown, 'a receiver has a console of its own').toEqual([]);
});

test('a missing feature of receivers says why', async ({ page, harnessSite }) => {
  await open(page, harnessSite.url);
  const tries = [
    `fetch('https://a.example/')`,
    `new XMLHttpRequest()`,
    `new WebSocket('wss://a.example/')`,
    `new EventSource('/')`,
    `new Worker('')`,
    `new BroadcastChannel('x')`,
    `importScripts('x.js')`,
    `indexedDB.open('x')`,
    `navigator.locks`,
    `caches.open('x')`,
    `postMessage(1)`,
    `close()`,
    // Wherever else it could stand.
    `WorkerGlobalScope.prototype.fetch.call(self, '/')`,
    `DedicatedWorkerGlobalScope.prototype.postMessage.call(self, 1)`,
    `Object.getPrototypeOf(self).indexedDB`,
  ];
  const said = await tryCode(
    page,
    `export default () => {
       ${tries.map((code) => `try { ${code}; console.log('done'); } catch (error) { console.log(error.message); }`).join('\n')}
       return new Response();
     }`,
  );
  const texts = said.log.lines.map(({ text }) => text);
  expect(texts).toHaveLength(tries.length);
  for (const [at, text] of texts.entries())
    expect(text, tries[at]).toMatch(/is not there: a receiver|Cannot read properties of undefined/);
});

test('a webhook is registered with a receiver in the page, that the platform checks as any other', async ({
  page,
  harnessSite,
}) => {
  await open(page, harnessSite.url);
  const [correct, wrong] = await Promise.all(
    ['correct', 'wrong-field'].map((id) => readFile(`src/receivers/ready-made/${id}.js`, 'utf8')),
  );
  const answers = await page.evaluate(
    async (codes) => {
      const { playground } = await harness;
      const { baseUrl, world } = await playground.greet();
      const bearer = world.vault.find((each) => each.kind === 'app')!;
      const { projectId } = world.apps.find(({ id }) => id === bearer.appId)!;
      await playground.do('portal.setPlan', projectId!, 'enterprise');
      const keys = await playground.do('portal.regenerate', bearer.appId, 'basic');
      const fresh = await playground.do('portal.regenerate', bearer.appId, 'app');
      if (!keys.ok || keys.made.kind !== 'basic' || !fresh.ok || fresh.made.kind !== 'app')
        throw new Error('No keys');
      const { consumer_secret: secret } = keys.made;
      const token = fresh.made.bearer_token;
      const register = async (host: string) => {
        const { outcome } = await playground.send({
          method: 'POST',
          url: `${baseUrl}/2/webhooks`,
          headers: [
            ['Authorization', `Bearer ${token}`],
            ['Content-Type', 'application/json'],
          ],
          body: new TextEncoder().encode(JSON.stringify({ url: `https://${host}/in` })),
        });
        if (outcome.kind !== 'response') throw new Error(outcome.kind);
        return { status: outcome.status, body: new TextDecoder().decode(outcome.body) };
      };
      const all = [];
      for (const [at, code] of codes.entries()) {
        await playground.do('receivers.save', `h${at}.example`, code.replace('CONSUMER_SECRET', secret));
        all.push(await register(`h${at}.example`));
      }
      all.push(await register('nobody.example'));
      return all;
    },
    [correct!, wrong!],
  );
  expect(answers[0]!.status).toBe(200);
  expect(JSON.parse(answers[0]!.body)).toMatchObject({ url: 'https://h0.example/in', valid: true });
  for (const { status, body } of answers.slice(1)) {
    expect(status).toBe(400);
    expect(body).toContain('CrcValidationFailed');
  }
});
