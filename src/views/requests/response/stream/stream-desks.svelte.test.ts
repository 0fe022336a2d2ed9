import { expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { openSession } from '../../../../../tests/support/session.ts';
import { StreamDesks } from './stream-desks.ts';
import { arrivalOf, matchesOf } from './words.ts';

async function atDesk() {
  const session = await openSession();
  const appId = session.app?.id ?? '';
  const desk = session.keep(StreamDesks).of(appId);
  const inForce = async () => (await session.playground.ask('stream.rules', appId))?.rules ?? [];
  const calls = async (endpointId: string) =>
    (await session.playground.ask('exchanges.page', { endpointIds: [endpointId], count: 50 })).exchanges;
  return { session, appId, ...desk, inForce, calls };
}

test('lift 9: a post is made by a signed call of the chosen user, and its words show which rules match it', async () => {
  const { session, post, rule, calls } = await atDesk();
  rule.type('sourdough');
  expect(await rule.add()).toBe(true);
  post.type('Sourdough at seven.');
  expect((await post.find())?.rules.map(({ value }) => value)).toEqual(['sourdough']);
  expect(await calls('createPost')).toEqual([]);
  await post.post();
  expect(post.text).toBe('');
  expect(arrivalOf(post.made!, true)).toBe(`Posted as @${session.user?.username}. 1 rule finds it.`);
  const [call] = await calls('createPost');
  expect([call?.userId, call?.outcome]).toMatchObject([session.user?.id, { status: 201 }]);
  post.type('The oven is cold.');
  await post.post();
  expect(arrivalOf(post.made!, true)).toContain('No rule finds it, so it does not arrive.');
});

test('lift 9: the text of a refused post stays, with acts that fix the refusal', async () => {
  const { post } = await atDesk();
  post.type('Twice the same.');
  await post.post();
  post.type('Twice the same.');
  await post.post();
  expect(post.text).toBe('Twice the same.');
  expect(post.made).toBeNull();
  expect(post.refused?.advice?.act).toMatchObject({ kind: 'changeText' });
});

test('lift 9: nothing is sent for a user without a token of the App, and the text stays', async () => {
  const { session, post, calls } = await atDesk();
  const other = session.world.users.find(({ id }) => !session.holdsTokenOf(id))!;
  post.choose(other.id);
  post.type('A loaf.');
  expect(post.credential).toBeNull();
  await post.post();
  expect(post.text).toBe('A loaf.');
  expect(await calls('createPost')).toEqual([]);
});

test('lift 9: a rule is evaluated without a call, tried by one dry run, added and deleted, and Undo adds it again', async () => {
  const { session, rule, inForce, calls } = await atDesk();
  const before = (await inForce()).length;
  rule.type('(tide OR "high water")');
  rule.tag = 'water';
  const tried = await rule.tryIt();
  expect(tried?.objection).toBeNull();
  expect(matchesOf(tried!.posts!)).toContain(`of the last ${tried!.posts!.of} posts`);
  expect(await calls('changeStreamRules')).toEqual([]);
  await rule.dry();
  expect(rule.dryRun).toMatchObject({ created: 1, errors: [] });
  expect(await inForce()).toHaveLength(before);
  expect(await rule.add()).toBe(true);
  expect(rule.value).toBe('');
  const made = (await inForce()).at(-1)!;
  expect(made).toMatchObject({ value: '(tide OR "high water")', tag: 'water' });
  expect(await rule.remove(made)).toBe(true);
  expect(await inForce()).toHaveLength(before);
  const undo = session.notices.current?.action;
  expect(undo?.label).toBe('Undo');
  undo?.run();
  await eventually(async () =>
    expect((await inForce()).at(-1)).toMatchObject({ value: made.value, tag: 'water' }),
  );
});

test('lift 9: a rule that the API does not accept stays in the field, with the API’s errors', async () => {
  const { rule, inForce } = await atDesk();
  const before = (await inForce()).length;
  rule.type('harbour (storm');
  const tried = await rule.tryIt();
  await rule.dry();
  expect(rule.dryRun?.errors.join()).toContain(tried!.objection!.says);
  expect(await rule.add()).toBe(false);
  expect(rule.value).toBe('harbour (storm');
  expect(rule.errors.join()).toContain('at position 9');
  expect(await inForce()).toHaveLength(before);
});

test('lift 9: matches are counted, including those that rules in force match already', () => {
  const found = (...known: boolean[]) =>
    known.map((isFound, at) => ({ id: String(at), username: 'a', text: '', at: 0, places: [], isFound }));
  expect(matchesOf({ of: 40, found: [] })).toBe('0 of the last 40 posts match.');
  expect(matchesOf({ of: 1, found: found(false) })).toBe('1 of the last 1 post matches.');
  expect(matchesOf({ of: 40, found: found(true, false) })).toBe(
    '2 of the last 40 posts match. The rules in force find 1 of them already.',
  );
  expect(matchesOf({ of: 40, found: found(true, true) })).toContain('find all of them already.');
});
