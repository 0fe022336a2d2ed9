/**
 * PyPI `tweepy`: its verifiers have 171 characters (choice: pkce-token). `npm run prove` runs tweepy itself; here its
 * requests are sent again as recorded.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { encodeForm, utf8 } from '../../../engine/inside.ts';
import { caller } from '../../../testing/platform.ts';
import type { Answer } from '../../../testing/platform.ts';
import { openLegs } from '../../../testing/legs.ts';
import { proving } from '../../support/prove.ts';
import { callback, openSite } from '../flows/person.ts';
import { findOrInstallPython } from './python.ts';
import { recordedOf } from './recorded.ts';

const kinds = [
  ['public', 'Northwind Viewer'],
  ['confidential', 'Northwind Reader'],
] as const;

const remarks = ({ exchange }: Answer) =>
  exchange.trace.filter(({ verb }) => verb === 'Remarked').map(({ text }) => text);

test.each(kinds)('signs in, calls and refreshes as a %s client, as recorded', async (kind, appName) => {
  const { as, browser, client } = await openLegs(appName);
  const recorded = recordedOf(client);
  const back = await browser().decide(`/oauth2/authorize?${recorded.authorize}`, 'mira_holm', 'allow');
  expect(back.parameter('state')).toBe(new URLSearchParams(recorded.authorize).get('state'));
  const send = (pairs: readonly (readonly [string, string])[]) =>
    as.anonymous.send({
      method: 'POST',
      path: '/2/oauth2/token',
      headers: recorded.headers,
      body: utf8(encodeForm(pairs)),
    });

  const given = await send(recorded.exchange(back.parameter('code')!));
  expect([given.status, remarks(given)], kind).toEqual([
    200,
    ['`code_verifier` has 171 characters and is accepted; RFC 7636 4.1 allows 43 to 128'],
  ]);
  const renewed = await send(recorded.refresh(String(given.json['refresh_token'])));
  expect([renewed.status, remarks(renewed)]).toEqual([200, []]);
  const me = await as.withBearer(renewed.json.access_token).get('/2/users/me');
  expect(me.json.data['username']).toBe('mira_holm');
});

test.skipIf(!proving).each(kinds)(
  'tweepy itself signs in, calls and refreshes as a %s client (only in `npm run prove`: it needs Python)',
  async (_kind, appName) => {
    await using site = await openSite(appName);
    const { client_id, client_secret } = caller(site.platform).credential('client', appName);
    const script = fileURLToPath(new URL('sign_in.py', import.meta.url));
    const child = spawn(
      findOrInstallPython(),
      [script, site.base, client_id, client_secret ?? '', callback],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    const said: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      const value = String(JSON.parse(line));
      if (!URL.canParse(value)) said.push(value);
      else {
        const { search } = new URL(value);
        const back = await site.browser.decide(`/oauth2/authorize${search}`, 'mira_holm', 'allow');
        child.stdin.write(`${back.address}\n`);
      }
    }
    expect(said).toEqual(['mira_holm', 'mira_holm', 'InvalidGrantError']);
  },
);
