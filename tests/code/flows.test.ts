/**
 * The programs of Sign-in for whole flows, run as people would run them: they print an address and read the redirect.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Exchange } from '../../engine/inside.ts';
import { flowPrinters } from '../../src/code/flow/index.ts';
import type { FlowCode } from '../../src/code/flow/flow.ts';
import { languages } from '../../src/code/languages/index.ts';
import type { CodeLanguageId } from '../../src/code/languages/index.ts';
import { caller } from '../../testing/platform.ts';
import { Browser } from '../../testing/browser.ts';
import { openLoopback } from '../clients/loopback.ts';
import type { Loopback } from '../clients/loopback.ts';
import { callback } from '../clients/flows/person.ts';
import { proved, proving } from '../support/prove.ts';
import { start } from './single.ts';
import { isHere } from './toolchains.ts';

let loopback: Loopback;
let folder: string;
let keys: { consumer_key: string; consumer_secret: string; client_id: string; client_secret: string };

beforeAll(async () => {
  loopback = await openLoopback(() => Math.floor(performance.timeOrigin + performance.now()));
  await loopback.platform.do('portal.setAbuse', false);
  folder = await mkdtemp(path.join(tmpdir(), 'svc-flows-'));
  const { credential } = caller(loopback.platform);
  const { client_id, client_secret } = credential('client', 'Northwind Reader');
  keys = { ...credential('basic', 'Northwind Reader'), client_id, client_secret: client_secret ?? '' };
});
afterAll(async () => {
  await loopback[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const sourceOf = (id: CodeLanguageId, flow: FlowCode): string =>
  flowPrinters[id](flow)
    .map(({ text }) => `${text}\n`)
    .join('');

/** Runs it, with a person who allows the request; resolves to the program's own calls. */
async function walked(id: CodeLanguageId, flow: FlowCode, spoil = (typed: string) => typed) {
  const seen: Exchange[] = [];
  const { platform } = loopback;
  const program = await start(id, sourceOf(id, flow), path.join(folder, `${id}-${flow.kind}`), {
    SVC_BASE_URL: platform.baseUrl,
    SVC_CONSUMER_SECRET: keys.consumer_secret,
    SVC_CLIENT_SECRET: keys.client_secret,
  });
  const leave = platform.exchanges.subscribe((exchange) => seen.push(exchange));
  try {
    if (flow.kind !== 'app-only') {
      const address = await program.line((line) => line.startsWith(platform.baseUrl));
      const page = await new Browser(platform.baseUrl, (request) => platform.handle(request)).decide(
        address,
        'mira_holm',
        'allow',
      );
      program.type(spoil(page.pin || page.address));
    }
    const { code, printed } = await program.end;
    const calls = seen.flatMap(({ request, outcome }) => {
      const { pathname } = new URL(request.url);
      const isOfBrowser = /authorize|authenticate/.test(pathname);
      return isOfBrowser
        ? []
        : [`${request.method} ${pathname} ${'status' in outcome ? outcome.status : ''}`];
    });
    return { code, printed, calls };
  } finally {
    leave();
    program.stop();
  }
}

const base = 'http://127.0.0.1:4010';
const oauth1Calls = ['POST /oauth/request_token 200', 'POST /oauth/access_token 200', 'GET /2/users/me 200'];

describe.each(languages.filter(({ id }) => proving || ['curl', 'javascript', 'typescript'].includes(id)))(
  '$name',
  ({ id, name }) => {
    const here = isHere(id);
    if (!here) proved(`The flows of Sign-in in ${name}: not run, the machine lacks it`);
    const pkce = () =>
      ({
        kind: 'pkce',
        ...{ base, clientId: keys.client_id, isConfidential: true, callback },
        scopes: 'post.read users.read offline.access',
      }) as const;

    test.skipIf(!here)('OAuth 1.0a: request token, consent, access token, first call', async () => {
      const flow = { kind: 'oauth1', base, page: '/oauth/authorize', key: keys.consumer_key } as const;
      const byCallback = await walked(id, { ...flow, callback });
      expect(byCallback, byCallback.printed).toMatchObject({ code: 0, calls: oauth1Calls });
      expect(byCallback.printed).toContain('"username":"mira_holm"');
      const byPin = await walked(id, { ...flow, callback: 'oob' });
      expect(byPin, byPin.printed).toMatchObject({ code: 0, calls: oauth1Calls });
    });

    test.skipIf(!here)(
      'OAuth 2.0 with PKCE: code, tokens, refresh, first call; another state is refused',
      async () => {
        const whole = await walked(id, pkce());
        expect(whole, whole.printed).toMatchObject({
          code: 0,
          calls: ['POST /2/oauth2/token 200', 'POST /2/oauth2/token 200', 'GET /2/users/me 200'],
        });
        expect(whole.printed).toContain('"username":"mira_holm"');
        const spoiled = await walked(id, pkce(), (typed) => typed.replace('state=', 'state=x'));
        expect(spoiled.calls).toEqual([]);
        expect(spoiled.code).not.toBe(0);
        expect(spoiled.printed).toContain('The state is not the one that was sent');
        const short = await walked(id, { ...pkce(), scopes: 'post.read users.read' });
        expect(short, short.printed).toMatchObject({
          code: 0,
          calls: ['POST /2/oauth2/token 200', 'GET /2/users/me 200'],
        });
      },
    );

    test.skipIf(!here)('App-only: the token, first call', async () => {
      const whole = await walked(id, {
        kind: 'app-only',
        base,
        key: keys.consumer_key,
        username: 'mira_holm',
      });
      expect(whole, whole.printed).toMatchObject({
        code: 0,
        calls: ['POST /oauth2/token 200', 'GET /2/users/by/username/mira_holm 200'],
      });
      if (proving) proved(`The flows of Sign-in in ${name}: every flow ends with its first call accepted`);
    });
  },
);
