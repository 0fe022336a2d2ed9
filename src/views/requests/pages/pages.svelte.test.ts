import { expect, it } from 'vitest';
import { outlines } from '#reference';
import { inhabitedStarter } from '../../../../tests/support/platform.ts';
import { openSession } from '../../../../tests/support/session.ts';
import { rooted } from '../../../state/rooted.svelte.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { Calls } from '../calls.svelte.ts';
import { compose } from '../composer/compose.ts';
import { CallTab } from '../tabs/call-tab.svelte.ts';
import { sendDraft } from '../send.ts';
import { isResponse } from '../../../../worker/api.ts';
import { Pages } from './pages.svelte.ts';
import { pagingOf } from './paging.ts';
import { triesOf } from './tries.ts';
import { repeated } from './walk.ts';

let session: PageSession | undefined;
const shared = async () => (session ??= await openSession(await inhabitedStarter()));

async function open(endpointId: string, query: Readonly<Record<string, string>>, on?: PageSession) {
  const session = on ?? (await shared());
  const name = /Dm/.test(endpointId) ? 'Northwind Courier' : 'Northwind Reader';
  session.appId = session.world.apps.find((app) => app.name === name)!.id;
  await session.reference.load(endpointId);
  const calls = new Calls(session.playground);
  const tab = new CallTab(session, calls, { view: 'requests', endpointId });
  tab.wake();
  const { draft } = tab;
  for (const [name, value] of Object.entries(query)) {
    const row = draft.query.find((each) => each.name === name);
    if (row) Object.assign(row, { on: true, value });
  }
  const pages = rooted(() => new Pages(session, draft, calls, () => sendDraft(session, tab)));
  return { pages, draft, calls };
}

/** Lists of the starter that have several of their smallest pages. */
const paged = (await outlines())
  .filter(({ method, auth }) => method === 'GET' && (auth.includes('oauth1') || auth.includes('app')))
  .map(({ id }) => id);

it('every list is read to its end in its smallest pages and in its largest, and both have the same', async () => {
  const several: string[] = [];
  for (const id of paged) {
    const { pages, draft } = await open(id, {});
    const paging = pagingOf(draft.target?.fields ?? []);
    // The subscriptions of a webhook need one, catalogs an owner: tests/contract has their pages.
    if (!paging?.size || draft.target!.api === 'catalog' || /webhook/.test(draft.target!.path)) continue;
    const field = draft.target!.fields.find(({ name }) => name === paging.size!.name)!;
    const least = Math.max(5, Number(field.schema['minimum'] ?? 1));
    const size = draft.query.find(({ name }) => name === paging.size!.name)!;
    Object.assign(size, { on: true, value: String(least) });
    await pages.turn(null);
    expect(pages.walk.shown, id).toBe(0);
    for (let turns = 0; pages.next !== null && turns < 4; turns++) await pages.turn(pages.next);
    const seen = pages.walk.pages.flatMap(({ entries }) => entries.map((each) => each.id));
    expect(repeated(pages.walk.pages).size, id).toBe(0);
    if (pages.walk.pages.length < 2) continue;
    several.push(id);
    const { length } = pages.walk.pages;
    await pages.turn(pages.previous!);
    expect([pages.walk.shown, pages.walk.pages.length], id).toEqual([length - 2, length]);
    await pages.turn(null);
    await pages.toEnd();
    expect(pages.ended, id).toMatch(/^The end, after /);
    const all = pages.walk.pages.flatMap(({ entries }) => entries.map((each) => each.id));
    expect(all.slice(0, seen.length), id).toEqual(seen);
    expect(new Set(all).size, id).toBe(all.length);
    await (await shared()).advance(15 * 60_000);
  }
  expect(several.length).toBeGreaterThan(15);
});

it('each try is answered as it says, whatever list it is of', async () => {
  let tried = 0;
  for (const id of [
    'getCampaigns',
    'getLineItems',
    'getAdAccounts',
    'getPostsOfUser',
    'getFollowers',
    'getUserMentions',
  ]) {
    if (!paged.includes(id)) continue;
    const { pages, draft, calls } = await open(id, { count: '1', max_results: '5' });
    await pages.turn(null);
    if (pages.next === null) continue;
    const { endpoint, baseUrl, method, url, path, query, headers, form, body } = draft;
    const composition = { endpoint, baseUrl, method, url, path, query, headers, form, body };
    for (const each of triesOf(composition, pages.paging!, pages.next, (await shared()).world.users)) {
      draft.refresh();
      const { nonce, timestamp } = draft;
      const sent = await calls.send(
        compose(each.composition, draft.credential, { nonce, timestamp }).message,
      );
      expect(sent && isResponse(sent.outcome) && sent.outcome.status, `${id} ${each.id}`).toBe(each.expects);
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(12);
});

it('stops on Stop, says so, and goes on from there', async () => {
  const { pages } = await open('getCampaigns', { count: '5' });
  const running = pages.toEnd();
  expect(pages.running).toBe(true);
  pages.stop();
  await running;
  expect([pages.running, pages.ended, pages.walk.pages.length]).toEqual([
    false,
    'Stopped after 1 call. Next page goes on from here.',
    1,
  ]);
  await pages.turn(pages.next);
  expect([pages.ended, pages.walk.pages.length]).toEqual([null, 2]);
});

it('stops at the limit, and goes on when it is reset', async () => {
  const on = await openSession(await inhabitedStarter());
  await on.playground.do('portal.setPlan', on.project!.id, 'free');
  const { pages } = await open('getPostsOfUser', { max_results: '5' }, on);
  await pages.turn(null);
  expect([pages.window?.limit, pages.window?.remaining]).toEqual([1, 0]);
  await pages.toEnd();
  expect(pages.ended).toBe(
    'The limit is used up after 0 calls. Next page goes on from here once it is reset.',
  );
  await on.advance(15 * 60_000);
  await pages.turn(pages.next);
  expect(pages.walk.pages).toHaveLength(2);
});

it('begins again for another list, another user, and leaves broken calls out', async () => {
  const on = await openSession(await inhabitedStarter());
  const { pages, draft } = await open('getPostsOfUser', { max_results: '5' }, on);
  await pages.turn(null);
  await pages.turn(pages.next);
  expect(pages.walk.pages).toHaveLength(2);
  draft.path['id'] = '2244994946';
  expect([pages.walk.pages.length, pages.next]).toEqual([0, null]);
  draft.path['id'] = '2244994945';
  expect(pages.walk.pages).toHaveLength(2);
  on.userId = '2244994946';
  expect(pages.walk.pages).toHaveLength(0);
});
