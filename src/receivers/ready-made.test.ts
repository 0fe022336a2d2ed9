import { createHmac } from 'node:crypto';
import ts from 'typescript';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { receiverDeclarations } from './declarations.ts';
import { codeFor, readyMade } from './ready-made.ts';

const secret = 'Jefe';
const token = 'pPk5kFUTCn6Gm_u-1XIc9g';
const address = 'https://hooks.northwind.example/in';
const macOf = (text: string, key = secret) => createHmac('sha256', key).update(text).digest('base64');

const items = new Map<string, string>();
const storage = {
  get: (key: string) =>
    Promise.resolve(items.has(key) ? (JSON.parse(items.get(key)!) as unknown) : undefined),
  set: (key: string, value: unknown) => Promise.resolve(void items.set(key, JSON.stringify(value))),
};
beforeEach(() => {
  vi.stubGlobal('storage', storage);
  for (const level of ['log', 'warn'] as const) vi.spyOn(console, level).mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  items.clear();
});

type Handle = (request: Request) => Promise<Response>;

async function receiver(id: string): Promise<Handle> {
  const code = codeFor(
    readyMade.find((each) => each.id === id)!,
    secret,
  );
  const address = `data:text/javascript,${encodeURIComponent(code)}`;
  return ((await import(/* @vite-ignore */ address)) as { default: Handle }).default;
}

const challenge = (text = token) => new Request(`${address}?crc_token=${encodeURIComponent(text)}`);
const body = JSON.stringify({ event_id: '7', for_user_id: '1', follow_events: [{ type: 'follow' }] });
const delivery = (mac = macOf(body), text = body) =>
  new Request(address, {
    method: 'POST',
    headers: { 'svc-webhooks-signature': `sha256=${mac}` },
    body: text,
  });

test('each has a unique id and name, and a description', () => {
  expect(new Set(readyMade.map(({ id }) => id)).size).toBe(10);
  expect(new Set(readyMade.map(({ name }) => name)).size).toBe(10);
  expect(readyMade.filter(({ unsafe }) => unsafe).map(({ id }) => id)).toEqual(['oracle']);
});

test('any secret is inserted into the code unchanged', async () => {
  const wild = `a'b\\c$&"`;
  const [correct] = readyMade;
  const source = codeFor(correct!, wild);
  const [, literal] = /^const consumerSecret = (.*);$/m.exec(source)!;
  const { default: read } = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(`export default ${literal}`)}`
  )) as { default: string };
  expect(read).toBe(wild);
});

describe.each(['correct', 'correct-once'])('%s', (id) => {
  test('answers a challenge', async () => {
    const answer = await (await receiver(id))(challenge());
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ response_token: `sha256=${macOf(token)}` });
  });

  test('signs only tokens', async () => {
    const handle = await receiver(id);
    for (const text of ['', body, 'a b', `${token}\n`, 'x'.repeat(65)])
      expect((await handle(challenge(text))).status, text).toBe(400);
    expect((await handle(new Request(address))).status).toBe(400);
  });

  test('accepts only signed deliveries', async () => {
    const handle = await receiver(id);
    expect((await handle(delivery())).status).toBe(200);
    for (const mac of [macOf(body, 'another'), macOf(`${body} `), '', 'x', macOf(body).slice(0, -1)])
      expect((await handle(delivery(mac))).status, mac).toBe(401);
    expect((await handle(new Request(address, { method: 'POST', body }))).status).toBe(401);
  });
});

test('correct-once processes a delivery once, and answers 200 each time', async () => {
  const handle = await receiver('correct-once');
  for (let at = 0; at < 3; at++) expect((await handle(delivery())).status).toBe(200);
  expect(vi.mocked(console.log).mock.calls.map(([id, what]: unknown[]) => [id, what])).toEqual([
    ['7', 'follow_events'],
    ['7', 'came before'],
    ['7', 'came before'],
  ]);
  expect(items.get('seen')).toBe('["7"]');
});

describe('mistakes', () => {
  const wrong: Record<string, (answer: Response) => Promise<void> | void> = {
    'wrong-secret': async (answer) => {
      const { response_token } = (await answer.json()) as { response_token: string };
      expect(response_token).toMatch(/^sha256=[\w+/]{43}=$/);
      expect(response_token).not.toBe(`sha256=${macOf(token)}`);
    },
    'wrong-field': async (answer) => expect(await answer.json()).toEqual({ token: `sha256=${macOf(token)}` }),
    'no-prefix': async (answer) => expect(await answer.json()).toEqual({ response_token: macOf(token) }),
    'plain-text': async (answer) => {
      expect(answer.headers.get('content-type')).toContain('text/plain');
      expect(await answer.text()).toBe(`sha256=${macOf(token)}`);
    },
    redirect: (answer) => {
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe(`${address}/new/?crc_token=${token}`);
    },
    oracle: async (answer) =>
      expect(await answer.json()).toEqual({ response_token: `sha256=${macOf(token)}` }),
  };
  test.each(Object.entries(wrong))('%s makes the mistake in its name', async (id, is) => {
    await is(await (await receiver(id))(challenge()));
  });

  test('failing throws', async () => {
    await expect((await receiver('failing'))(challenge())).rejects.toThrow('The database is not there.');
  });

  test('slow answers correctly after 5 seconds', async () => {
    const handle = await receiver('slow');
    vi.useFakeTimers();
    const answer = handle(challenge());
    let isThere = false;
    void answer.then(() => (isThere = true));
    await vi.advanceTimersByTimeAsync(4999);
    expect(isThere).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await (await answer).json()).toEqual({ response_token: `sha256=${macOf(token)}` });
  });

  test('oracle signs a delivery for anyone who forges one, and then accepts it', async () => {
    const handle = await receiver('oracle');
    const forged = body.replace('"7"', '"8"');
    const { response_token } = (await (await handle(challenge(forged))).json()) as { response_token: string };
    expect((await handle(delivery(response_token.slice('sha256='.length), forged))).status).toBe(200);
    expect((await handle(delivery(macOf(body), forged))).status).toBe(401);
  });
});

test('the declarations are complete, and cover what the ready-made ones use', () => {
  const files = new Map([
    ['/receiver.d.ts', receiverDeclarations],
    ...readyMade.map((each) => [`/${each.id}.js`, codeFor(each, secret)] as const),
    ['/wrong.js', 'export default async () => { await fetch(1); storage.set(1); indexedDB; }'],
  ]);
  const options: ts.CompilerOptions = {
    allowJs: true,
    checkJs: true,
    noImplicitAny: false,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    lib: ['lib.es2023.d.ts'],
    types: [],
  };
  const base = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...base,
    fileExists: (name) => files.has(name) || base.fileExists(name),
    readFile: (name) => files.get(name) ?? base.readFile(name),
    getSourceFile: (name, target) =>
      files.has(name)
        ? ts.createSourceFile(name, files.get(name)!, target)
        : base.getSourceFile(name, target),
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const found = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => ({
    file: file?.fileName ?? '',
    text: ts.flattenDiagnosticMessageText(messageText, ' '),
  }));
  expect(found.filter(({ file }) => file !== '/wrong.js')).toEqual([]);
  expect(found.map(({ text }) => text).join()).toMatch(/'fetch'.*Expected 2 arguments.*'indexedDB'/s);
});
