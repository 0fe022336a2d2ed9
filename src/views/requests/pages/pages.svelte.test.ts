import { expect, it } from 'vitest';
import { outlines } from '#reference';
import { inhabitedStarter } from '../../../../testing/platform.ts';
import { product } from '../../../../testing/merchant.ts';
import { openSession } from '../../../../tests/support/session.ts';
import { ownCall, tokenOf } from '../../../call/own-call.ts';
import { rooted } from '../../../state/rooted.svelte.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { Calls } from '../call/calls.svelte.ts';
import { compose } from '../call/compose.ts';
import { CallTab } from '../call/call-tab.svelte.ts';
import { sendDraft } from '../call/send.ts';
import { isResponse, text } from '../../../../worker/api.ts';
import { Pages } from './pages.svelte.ts';
import type { Situation } from './between/situation.ts';
import { changesIn, tallyOf } from './compare.ts';
import { entriesIn, pagingOf } from './paging.ts';
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

/** Lists of the starter with several pages of the smallest size. */
const paged = (await outlines())
  .filter(({ method, auth }) => method === 'GET' && (auth.includes('oauth1') || auth.includes('app')))
  .map(({ id }) => id);

it('every list is read to its end in its smallest and in its largest pages, with the same entries', async () => {
  const several: string[] = [];
  for (const id of paged) {
    const { pages, draft } = await open(id, {});
    const paging = pagingOf(draft.target?.fields ?? []);
    // A webhook's subscriptions need a webhook, and catalogs an owner: tests/contract covers their pages.
    if (!paging?.size || draft.target!.api === 'catalog' || /webhook/.test(draft.target!.path)) continue;
    const field = draft.target!.fields.find(({ name }) => name === paging.size!.name)!;
    const least = Math.max(5, field.schema['minimum'] ?? 1);
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
    await (await shared()).clock.advance(15 * 60_000);
  }
  expect(several.length).toBeGreaterThan(15);
});

it('each try is answered as predicted, for any list', async () => {
  let tried = 0;
  const names = new Set<string>();
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
    const { world, user, playground } = await shared();
    const accounts = await playground.ask('explorer.adAccountsOf', user!.id);
    for (const each of triesOf(composition, pages.paging!, pages.next, world.users, accounts)) {
      names.add(each.name);
      draft.refresh();
      const { nonce, timestamp } = draft;
      const sent = await calls.send(
        compose(each.composition, draft.credential, { nonce, timestamp }).message,
      );
      expect(sent && isResponse(sent.outcome) && sent.outcome.status, `${id} ${each.id}`).toBe(each.expects);
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(18);
  expect([...names].sort()).toEqual([
    ...['Account', 'Every character', 'Filters', 'List', 'Order', 'Size of the page'],
  ]);
});

it('stops on Stop, says so, and continues from there', async () => {
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

it('stops at the limit, and continues after the reset', async () => {
  const on = await openSession(await inhabitedStarter());
  await on.playground.do('portal.setPlan', on.project!.id, 'free');
  const { pages } = await open('getPostsOfUser', { max_results: '5' }, on);
  await pages.turn(null);
  expect([pages.window?.limit, pages.window?.remaining]).toEqual([1, 0]);
  await pages.toEnd();
  expect(pages.ended).toBe(
    'The limit is used up after 0 calls. Next page goes on from here once it is reset.',
  );
  await on.clock.advance(15 * 60_000);
  await pages.turn(pages.next);
  expect(pages.walk.pages).toHaveLength(2);
});

it('starts again for another list or another user, and leaves broken calls out', async () => {
  const on = await openSession(await inhabitedStarter());
  const { pages, draft } = await open('getPostsOfUser', { max_results: '5' }, on);
  await pages.turn(null);
  await pages.turn(pages.next);
  expect(pages.walk.pages).toHaveLength(2);
  draft.fillPath('id', '2244994946');
  expect([pages.walk.pages.length, pages.next]).toEqual([0, null]);
  draft.fillPath('id', '2244994945');
  expect(pages.walk.pages).toHaveLength(2);
  on.userId = '2244994946';
  expect(pages.walk.pages).toHaveLength(0);
});

it('starts again when everything was replaced', async () => {
  const on = await openSession(await inhabitedStarter());
  const { pages } = await open('getPostsOfUser', { max_results: '5' }, on);
  await pages.turn(null);
  await pages.turn(pages.next);
  await pages.toEnd();
  pages.between.said = 'Something was done.';
  expect([pages.walk.pages.length > 2, pages.ended]).toEqual([true, expect.stringMatching(/^The end/)]);
  const { generation } = on;
  await on.playground.reset('starter');
  await expect.poll(() => on.generation).toBeGreaterThan(generation);
  expect([pages.walk.pages.length, pages.next, pages.ended, pages.left]).toEqual([0, null, null, null]);
  await pages.turn(null);
  expect([pages.walk.pages.length, pages.between.said]).toEqual([1, null]);
});

/** The changes that are possible for a draft's list, as its panel offers them. */
async function planned({ pages, draft, calls }: Awaited<ReturnType<typeof open>>, session: PageSession) {
  const body = calls.history.find(
    ({ sent }) => sent.exchange.endpointId === draft.target!.id && isResponse(sent.outcome),
  )!.sent.outcome;
  const situation: Situation = {
    ...{ session, endpointId: draft.target!.id, path: draft.path, comparison: pages.comparing.comparison },
    given: new Set(draft.query.flatMap(({ on, name }) => (on ? [name] : []))),
    shown: isResponse(body) ? entriesIn(text(body.body)) : [],
    turn: pages.between.turn,
  };
  return {
    insert: await pages.between.plan(situation, 'insert'),
    delete: await pages.between.plan(situation, 'delete'),
  };
}

it('an entry that changes between pages is seen at most once by cursor, and twice or never by offset', async () => {
  const on = await openSession(await inhabitedStarter());
  const opened = await open('getCampaigns', { count: '5', sort_by: 'created_at-desc' }, on);
  const { pages } = opened;
  await pages.turn(null);
  expect(pages.left).toBe(pages.comparing.total! - 5);
  for (const kind of ['insert', 'delete'] as const) {
    await pages.between.act((await planned(opened, on))[kind], kind);
    expect(pages.between.said).toBe(
      `Done outside the API: ${kind === 'insert' ? '2 were made' : '3 were deleted'}.`,
    );
    await pages.comparing.look();
    await pages.turn(pages.next);
  }
  const { comparison } = pages.comparing;
  expect(changesIn(comparison)).toEqual({ came: 2, went: 3, moved: 0 });
  expect(tallyOf(comparison, 'byCursor')).toMatchObject({ twice: 0, lost: 0 });
  expect(tallyOf(comparison, 'byOffset')).toMatchObject({ twice: 2, lost: 2 });
  expect(comparison.cuts).toHaveLength(3);
  // For a page that was read again after entries of it were removed, nobody knows what offsets would have given.
  await pages.turn(pages.previous!);
  expect(pages.comparing.comparison.cuts).toHaveLength(3);
  expect(pages.comparing.ended).toBe('The pages were asked for again. Start again to compare.');
  await pages.turn(null);
  expect(pages.comparing.ended).toBeNull();
});

it('between the pages of each list of the API its own calls insert and delete, or it says why none does', async () => {
  const on = await openSession(await inhabitedStarter());
  const said: Record<string, string> = {};
  for (const id of paged) {
    const opened = await open(id, { count: '5', max_results: '5' }, on);
    const { pages, draft } = opened;
    if (!pages.paging?.size || draft.target!.api !== 'v2' || /webhook/.test(draft.target!.path)) continue;
    if (draft.target!.path.startsWith('/2/users/:id/')) draft.fillPath('id', on.user!.id);
    const least = draft.target!.fields.find(({ name }) => name === 'max_results')!.schema['minimum'] ?? 1;
    Object.assign(
      draft.query.find(({ name }) => name === 'max_results')!,
      {
        ...{ on: true, value: String(Math.max(5, least)) },
      },
    );
    if (draft.auth === 'app' && draft.target!.auth.includes('oauth1')) draft.auth = 'oauth1';
    await pages.turn(null);
    if (pages.walk.shown < 0) continue;
    for (const kind of ['insert', 'delete'] as const) {
      const change = (await planned(opened, on))[kind];
      if (change.kind === 'none') {
        said[`${id} ${kind}`] = change.because;
        continue;
      }
      await pages.between.act(change, kind);
      said[`${id} ${kind}`] = pages.between.said!.replace(/ \/\S+:/, '').replace(/, [\d,]+ of .*/, '');
      expect([pages.between.wentWrong, pages.between.said], `${id} ${kind}`).toEqual([
        false,
        pages.between.said,
      ]);
      const before = changesIn(pages.comparing.comparison);
      await pages.comparing.look();
      const after = changesIn(pages.comparing.comparison);
      const name = kind === 'insert' ? 'came' : 'went';
      expect(after[name], `${id} ${kind}`).toBeGreaterThan(before[name]);
    }
    await on.clock.advance(15 * 60_000);
  }
  expect(said).toMatchInlineSnapshot(`
    {
      "getBlocking delete": "No call blocks anybody: people do that themselves.",
      "getBlocking insert": "No call blocks anybody: people do that themselves.",
      "getBookmarkFolders delete": "No call makes or removes folders.",
      "getBookmarkFolders insert": "No call makes or removes folders.",
      "getBookmarks delete": "DELETE 200, 200, 200",
      "getBookmarks insert": "POST 200, 200",
      "getBookmarksInFolder delete": "DELETE 200, 200, 200",
      "getBookmarksInFolder insert": "POST 200, 200",
      "getDmEvents delete": "Every conversation is in this list. Ask for one of them: messages are sent to it.",
      "getDmEvents insert": "Every conversation is in this list. Ask for one of them: messages are sent to it.",
      "getDmEventsOfConversation delete": "DELETE 200, 200, 200",
      "getDmEventsOfConversation insert": "POST 201, 201",
      "getDmEventsWith delete": "DELETE 200, 200, 200",
      "getDmEventsWith insert": "POST 201, 201",
      "getHomeTimeline delete": "DELETE 200, 200",
      "getHomeTimeline insert": "POST 201, 201",
      "getLikedPosts delete": "DELETE 200, 200, 200",
      "getLikedPosts insert": "POST 200, 200",
      "getLikingUsers delete": "DELETE 200",
      "getLikingUsers insert": "POST 200",
      "getListMembers delete": "DELETE 200, 200, 200",
      "getListMembers insert": "POST 200, 200",
      "getListMemberships delete": "Which Lists somebody is on follows from the members of each List.",
      "getListMemberships insert": "Which Lists somebody is on follows from the members of each List.",
      "getListPosts delete": "What is listed follows from what the members of the List post.",
      "getListPosts insert": "What is listed follows from what the members of the List post.",
      "getMentions delete": "DELETE 200",
      "getMentions insert": "POST 201, 201",
      "getMuting delete": "DELETE 200, 200, 200",
      "getMuting insert": "POST 200, 200",
      "getOwnedLists delete": "DELETE 200, 200, 200",
      "getOwnedLists insert": "POST 201, 201",
      "getPostsOfUser delete": "DELETE 200, 200, 200",
      "getPostsOfUser insert": "POST 201, 201",
      "getQuotePosts delete": "DELETE 200",
      "getQuotePosts insert": "POST 201, 201",
      "getRepostedBy delete": "DELETE 200",
      "getRepostedBy insert": "POST 200",
      "getRepostsOfMe delete": "What is listed follows from what others repost.",
      "getRepostsOfMe insert": "What is listed follows from what others repost.",
      "getSpaceBuyers delete": "No call changes a Space.",
      "getSpaceBuyers insert": "No call changes a Space.",
      "getSpacePosts delete": "No call changes a Space.",
      "getSpacePosts insert": "No call changes a Space.",
      "getStreamRules delete": "The App itself adds and deletes rules, with its bearer token, and no user does.",
      "getStreamRules insert": "The App itself adds and deletes rules, with its bearer token, and no user does.",
      "searchAllPosts delete": "A search finds what its query says, no matter who posts it.",
      "searchAllPosts insert": "A search finds what its query says, no matter who posts it.",
      "searchCommunities delete": "No call makes or removes communities.",
      "searchCommunities insert": "No call makes or removes communities.",
      "searchRecentPosts delete": "A search finds what its query says, no matter who posts it.",
      "searchRecentPosts insert": "A search finds what its query says, no matter who posts it.",
      "searchUsers delete": "No call makes or removes users.",
      "searchUsers insert": "No call makes or removes users.",
    }
  `);
});

it('entries can be inserted into and deleted from every list of the Advertiser API and of the Catalog API', async () => {
  const on = await openSession(await inhabitedStarter());
  const { user } = on;
  for (const name of ['catalog.setEarlyAccess', 'catalog.setTermsAccepted'] as const)
    await on.playground.do(name, user!.id, true);
  const made = await ownCall(on, tokenOf(on, user!.id)!, {
    ...{ method: 'POST', path: '/5/product_catalogs', body: { name: 'Shop' } },
  });
  const catalog = (made.json.data as { readonly id: string }).id;
  const products = ['a', 'b', 'c', 'd'].map((id) => product(id));
  await ownCall(on, tokenOf(on, user!.id)!, {
    ...{ method: 'PUT', path: `/5/product_catalogs/${catalog}/products`, body: { products } },
  });
  const lists = paged.filter((id) => /^get(Ad|Camp|Line|Fund|Prom|Media|Track|Target|Custom|Prod)/.test(id));
  expect(lists).toHaveLength(12);
  const own = await open('getCampaigns', { count: '2', campaign_ids: '19xtf6g6,19xtf6g5' }, on);
  await own.pages.turn(null);
  expect((await planned(own, on)).insert).toEqual({
    ...{ kind: 'none' },
    because: 'The list names its entities by their ids, in campaign_ids: a new one is not among them.',
  });
  // Deleting an account, which comes last, deletes its contents too.
  for (const id of lists.toReversed()) {
    const opened = await open(id, { count: '2', sort_by: 'id-desc' }, on);
    const { pages, draft } = opened;
    if ('product_catalog_id' in draft.path) draft.fillPath('product_catalog_id', catalog);
    await pages.turn(null);
    for (const kind of ['insert', 'delete'] as const) {
      const change = (await planned(opened, on))[kind];
      expect(change.kind, `${id} ${kind}`).toBe(draft.target!.api === 'ads' ? 'commands' : 'calls');
      await pages.between.act(change, kind);
      expect([pages.between.wentWrong, pages.between.said], id).toEqual([false, pages.between.said]);
      await pages.comparing.look();
      const changes = changesIn(pages.comparing.comparison);
      expect(changes[kind === 'insert' ? 'came' : 'went'], `${id} ${kind}`).toBeGreaterThan(0);
    }
  }
});
