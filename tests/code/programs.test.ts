/** The programs of the tab Code, run as people would run them, against the platform over a socket. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeForm, text, utf8 } from '../../engine/inside.ts';
import type { Credential, Exchange } from '../../engine/inside.ts';
import { formOf, queryOf } from '../../src/code/call.ts';
import type { CodeCall } from '../../src/code/call.ts';
import { limitOf } from '../../src/code/limits.ts';
import type { ProgramLine } from '../../src/code/lines.ts';
import { languages } from '../../src/code/languages/index.ts';
import type { CodeLanguageId } from '../../src/code/languages/index.ts';
import { finishedCall } from '../../src/code/of-message.ts';
import { openLoopback } from '../clients/loopback.ts';
import type { Loopback } from '../clients/loopback.ts';
import { dice } from '../support/dice.ts';
import { proved, proving, times } from '../support/prove.ts';
import { hostileCalls } from './corpus.ts';
import type { Proofs } from './corpus.ts';
import { isHere, toolchains } from './toolchains.ts';
import type { Environment } from './toolchains.ts';

let loopback: Loopback;
let folder: string;
let proofs: Proofs;
let environment: Environment;

beforeAll(async () => {
  // Programs read the machine's clock, regardless of the tests' own.
  loopback = await openLoopback(() => Math.floor(performance.timeOrigin + performance.now()));
  await loopback.platform.do('portal.setAbuse', false);
  folder = await mkdtemp(path.join(tmpdir(), 'svc-code-'));
  ({ proofs, environment } = provedWith(loopback.platform.initialCredentials));
});
afterAll(async () => {
  await loopback[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const listingOf = (lines: readonly ProgramLine[]): string => `${lines.map((line) => line.text).join('\n')}\n`;

function provedWith(credentials: readonly Credential[]) {
  const of = <K extends Credential['kind']>(kind: K) =>
    credentials.find(
      (each): each is Extract<Credential, { kind: K }> =>
        each.kind === kind && each.appName === 'Northwind Reader',
    )!;
  const [user, app, basic] = [of('oauth1'), of('app'), of('basic')];
  const secret = { env: 'SVC_CONSUMER_SECRET' };
  const signing = { kind: 'oauth1', key: user.consumer_key, secret } as const;
  return {
    proofs: {
      user: {
        ...signing,
        token: user.oauth_token,
        tokenSecret: { env: 'SVC_OAUTH_TOKEN_SECRET' },
        protocol: [],
      },
      consumer: { ...signing, token: null, tokenSecret: null, protocol: [['oauth_callback', 'oob']] },
      app: { kind: 'bearer', token: { env: 'SVC_BEARER_TOKEN' } },
      basic: { kind: 'basic', id: basic.consumer_key, secret },
    } satisfies Proofs,
    environment: {
      SVC_BASE_URL: loopback.platform.baseUrl,
      SVC_CONSUMER_SECRET: user.consumer_secret,
      SVC_OAUTH_TOKEN_SECRET: user.oauth_token_secret,
      SVC_BEARER_TOKEN: app.bearer_token,
    },
  };
}

function sourcesOf(id: CodeLanguageId, calls: readonly CodeCall[]): string[] {
  const { print } = languages.find((each) => each.id === id)!;
  return calls.map((call) => listingOf(print(call)));
}

/** Runs them in a language; resolves to the received calls. */
async function exchangesOf(id: CodeLanguageId, calls: readonly CodeCall[]): Promise<Exchange[]> {
  const sources = sourcesOf(id, calls);
  const seen: Exchange[] = [];
  const leave = loopback.platform.exchanges.subscribe((exchange) => seen.push(exchange));
  try {
    await toolchains[id].run(sources, path.join(folder, id), environment);
  } finally {
    leave();
  }
  return seen;
}

const contentType = (headers: readonly (readonly [string, string])[]) =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1].replaceAll(' ', '');

/**
 * Mono sends some of `!'()*:` unescaped, which changes neither the values nor, in .NET's own address, the signature.
 */
const rewritten = (url: string): string =>
  url.replace(/%(?:2[1789A]|3A)/g, (escape) => decodeURIComponent(escape));

/** What the platform must receive of a call, in any language. */
function expected(call: CodeCall) {
  const { method, target, body, headers } = call;
  if (target.kind !== 'based') throw new Error('The whole address is in the program');
  const [query, form] = [queryOf(call), formOf(call)] as [
    [string, string][] | null,
    [string, string][] | null,
  ];
  return {
    method,
    url: `${loopback.platform.baseUrl}${target.path}${query ? `?${encodeForm(query)}` : ''}`,
    body: body?.kind === 'text' ? body.text : form ? encodeForm(form) : '',
    type: contentType(headers),
    authenticated: true,
  };
}

const statusOf = (outcome: Exchange['outcome']) => ('status' in outcome ? outcome.status : null);

const arrived = ({ request, trace, outcome }: Exchange, call: CodeCall) => ({
  method: request.method,
  url: request.url,
  body: request.body ? text(request.body) : '',
  // Without a body, a language may still send a content type.
  type: call.body ? contentType(request.headers) : undefined,
  authenticated: trace.some(({ verb }) => verb === 'Authenticated') && statusOf(outcome) !== 401,
});

/** Only a few in the gate, and only where no compiler has to start. */
const sample: Readonly<Partial<Record<CodeLanguageId, number>>> = { curl: 5, javascript: 20, typescript: 10 };

describe.each(languages.filter(({ id }) => proving || sample[id]))('$name', ({ id, name }) => {
  const here = isHere(id);
  if (!here) proved(`The programs of the tab Code in ${name}: not run, the machine lacks it`);

  test.skipIf(!here)('hostile calls are accepted and arrive as they were written', async () => {
    const count = times(sample[id] ?? 1, 200);
    const { baseUrl } = loopback.platform;
    const calls = hostileCalls(dice('hostile calls'), proofs, baseUrl, 2 * count)
      .filter((call) => limitOf(id, call) === null)
      .slice(0, count);
    if (proving && id === 'typescript') {
      const { complaints } = await import('./strict.ts');
      expect(complaints(sourcesOf(id, calls))).toEqual([]);
    }
    const exchanges = await exchangesOf(id, calls);
    expect(exchanges).toHaveLength(count);
    for (const [at, call] of calls.entries()) {
      const [seen, wanted] = [arrived(exchanges[at]!, call), expected(call)];
      if (id === 'csharp') for (const each of [seen, wanted]) each.url = rewritten(each.url);
      expect(seen, `call ${at}`).toEqual(wanted);
    }
    if (proving) proved(`The programs of the tab Code in ${name}: ${count} hostile calls accepted`);
  });

  test.skipIf(!here || (!proving && id !== 'javascript'))('a finished header is accepted once', async () => {
    const { baseUrl, initialCredentials } = loopback.platform;
    const credential = initialCredentials.find(({ kind }) => kind === 'oauth1')!;
    const found = finishedCall(
      {
        message: {
          method: 'POST',
          url: 'https://api.svc.example/2/posts?a=it%27s',
          headers: [
            ['Authorization', 'OAuth'],
            ['Content-Type', 'application/json'],
          ],
          body: utf8(`{"text":"It's ${name}"}`),
        },
        ...{ credential, protocol: [], bases: ['https://api.svc.example'], local: baseUrl },
        isSecret: () => false,
      },
      { nonce: `once${id}`, timestamp: String(Math.floor(loopback.platform.clock.now() / 1000)) },
    );
    if ('problem' in found) throw new Error(found.problem);
    const exchanges = await exchangesOf(id, [found.call, found.call]);
    expect(exchanges.map((each) => arrived(each, found.call).authenticated)).toEqual([true, false]);
  });
});
