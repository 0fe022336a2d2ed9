import { expect, test } from 'vitest';
import { keysOf } from '../checked/is.ts';
import type { Shape } from '../spec/fields.ts';
import { createTestPlatform } from '../testing.ts';
import type { TestPlatform } from '../testing.ts';
import { ScenarioSchema, sections } from './declaration.ts';
import type { Section } from './declaration.ts';
import { readScenario } from './read.ts';
import { isRecipeSection, membersOf, readRecipe, recipeSections, RecipeSchema } from './recipe.ts';

const written = async ({ platform }: TestPlatform) => {
  const found = await platform.ask('explorer.recipe');
  if (!found || 'problem' in found.read) throw new Error(JSON.stringify(found));
  return { ...found, ...found.read };
};

const again = async (text: string) =>
  createTestPlatform({ scenario: await readScenario(text, 'recipe.json') });

const membersIn = ({ definition }: { readonly definition: unknown }): Shape =>
  (definition as { readonly members: Shape }).members;

test('Issue 19: the schema of a recipe is a part of the scenario file’s, without a member for a secret', () => {
  const file = membersIn(ScenarioSchema);
  for (const name of Object.keys(membersIn(RecipeSchema))) {
    expect(Object.keys(file)).toContain(name);
    if (!isRecipeSection(name)) continue;
    const { members }: Section = sections[name];
    for (const [member, schema] of Object.entries(membersOf(name))) expect(schema).toBe(members[member]);
    // A member that must be there cannot be left out.
    for (const [member, { optional }] of Object.entries(members))
      if (!optional) expect(Object.keys(membersOf(name))).toContain(member);
  }
  const names = recipeSections.flatMap((name) => Object.keys(membersOf(name)));
  expect(names.filter((name) => /secret|token|password|key/.test(name))).toEqual([]);
});

test('Issue 19: a world as on its first day is its scenario, and stays so while time passes', async () => {
  for (const scenario of ['starter', 'small', 'empty'] as const) {
    const world = await createTestPlatform({ scenario, seed: 'tide-1' });
    const { recipe, lost, left } = await written(world);
    expect({ recipe, lost, left }).toEqual({
      recipe: { scenario: 1, base: scenario, seed: 'tide-1', clock: recipe.clock },
      ...{ lost: [], left: [] },
    });
  }
  const world = await createTestPlatform();
  await world.platform.seedPopulation();
  await world.platform.seedPopulation('ads');
  await world.platform.clock.advance(3 * 86_400_000);
  expect(await written(world)).toMatchObject({ recipe: { base: 'starter' }, lost: [] });
});

test('Issue 19: Apps, a permission, a plan and a receiver come back from a recipe without keys', async () => {
  const first = await createTestPlatform({ scenario: 'small' });
  const { platform } = first;
  const made = await platform.do('portal.createApp', 'Quay Watch', '1703');
  expect(made, JSON.stringify(made)).toMatchObject({ ok: true });
  const [app] = platform.portal.apps().filter(({ name }) => name.startsWith('Quay'));
  await platform.do('portal.setPlan', '1701', 'pro');
  await platform.do('portal.updateApp', '26001', { permission: 'read' });
  await platform.do('receivers.save', 'quay.example', 'export default () => new Response("hi")');
  const { recipe, text, lost } = await written(first);
  expect(lost).toEqual([]);
  expect(recipe).toMatchObject({
    base: 'small',
    projects: [{ name: 'Harbour', owner: 'mira_holm', plan: 'pro' }],
    apps: [
      { name: 'Northwind Reader', owner: 'mira_holm', permission: 'read' },
      { id: app?.id, name: 'Quay Watch', owner: 'mira_holm', project: 'Atlas' },
    ],
    receivers: [{ host: 'quay.example', code: 'export default () => new Response("hi")' }],
  });
  const second = await again(text);
  expect((await written(second)).recipe).toEqual(recipe);
  const appsOf = ({ platform: of }: TestPlatform) =>
    of.portal.apps().map(({ id, name, permission }) => ({ id, name, permission }));
  expect(appsOf(second)).toEqual(appsOf(first));
  // They follow from the seed.
  const { consumer_secret: theirs } = first.keysOf('Northwind Viewer');
  expect(second.keysOf('Northwind Viewer').consumer_secret).toBe(theirs);
  const own = platform.snapshot().tables['apps']?.map(({ consumer_secret }) => String(consumer_secret)) ?? [];
  expect(own).toHaveLength(9);
  for (const secret of own) expect(text).not.toContain(secret);
});

test('Issue 19: what a recipe cannot hold is counted', async () => {
  const world = await createTestPlatform({ scenario: 'small' });
  const { fetch, keysOf: keys, platform } = world;
  const { recipe } = await written(world);
  expect(recipe.base).toBe('small');
  const signed = await platform.do('portal.deleteApp', '26008');
  expect(signed).toMatchObject({ ok: true });
  expect(keys('Lantern Bot').bearer_token).toBeTruthy();
  await fetch('/2/users/2244994945', { headers: { authorization: `Bearer ${keys().bearer_token}` } });
  const { lost, left } = await written(world);
  expect(lost).toEqual(['apps: 1 gone or changed', 'access tokens: 1 gone or changed']);
  expect(left).toEqual(['1 call in the log']);
});

test.each([
  ['', 'It is not JSON, or only a part of it.'],
  ['null', 'It is not JSON, or only a part of it.'],
  ['[]', 'The recipe is not a group of names with values.'],
  ['{}', 'scenario is missing.'],
  ['{"scenario":"1"}', 'scenario is not a whole number.'],
  ['{"scenario":2,"else":1}', 'A later release of the playground made it.'],
  ['{"scenario":1,"base":"large"}', 'base is none of starter, small, empty.'],
  ['{"scenario":1,"call":"javascript:alert(1)"}', 'call is not a link to a call: #/requests/….'],
  ['{"scenario":1,"call":"#/portal"}', 'call is not a link to a call: #/requests/….'],
  ['{"scenario":1,"clock":{"at":"now"}}', /^clock\.at is not /],
  ['{"scenario":1,"apps":[{"name":"A"}]}', 'apps[0].owner is missing.'],
  [
    '{"scenario":1,"apps":[{"name":"A","owner":"m","permission":"all"}]}',
    /^apps\[0\]\.permission is none of/,
  ],
  [
    '{"scenario":1,"apps":[{"name":"A","owner":"m","consumer_secret":"s"}]}',
    /^apps\[0\]\.consumer_secret is not part/,
  ],
  [
    '{"scenario":1,"access_tokens":[{"app":"A","user":"m","oauth_token":"t"}]}',
    /oauth_token is not part of a recipe/,
  ],
  [
    '{"scenario":1,"users":[{"username":"m","password":"p"}]}',
    /^users\[0\]\.password is not part of a recipe/,
  ],
  ['{"scenario":1,"posts":[{"author":"m"}]}', /^posts is not part of a recipe/],
  ['{"scenario":1,"vault":[]}', /^vault is not known here: there are /],
  ['{"scenario":1,"__proto__":{"x":1}}', /__proto__ is not known here/],
  [
    `{"scenario":1,"users":[${'{"username":"m"},'.repeat(100)}{"username":"m"}]}`,
    'users has more than 100 entries.',
  ],
])('Issue 19: a recipe with a flaw is refused with its place (%#)', (text, why) => {
  const read = readRecipe(text);
  const problem = 'problem' in read ? read.problem : 'taken';
  if (typeof why === 'string') expect(problem).toBe(why);
  else expect(problem).toMatch(why);
});

test('a base is changed once, by name or by id, and added to', async () => {
  const refused = (lists: object) =>
    readScenario(JSON.stringify({ scenario: 1, base: 'small', ...lists }), 'r').then(
      () => 'taken',
      (error: unknown) => String(error).replace(/^.*?r:\d+:\d+: /, ''),
    );
  const app = { name: 'Northwind Reader', owner: 'mira_holm' };
  expect(await refused({ apps: [app] })).toBe('taken');
  expect(await refused({ apps: [app, app] })).toBe('apps[1] is called Northwind Reader, as one before it is');
  expect(
    await refused({
      apps: [
        { ...app, id: '26001' },
        { ...app, id: '26001', name: 'B' },
      ],
    }),
  ).toBe('apps[1] has the id 26001, as one before it has');
  expect(await refused({ apps: [{ ...app, permission: 'read', owner: 'nobody' }] })).toMatch(
    /^apps\[0\]\.owner /,
  );
  expect(await refused({ users: [{ username: 'Mira_Holm', location: 'Oslo' }] })).toBe('taken');
  expect(await refused({ follows: [{ source_user: 'jonas_berg', target_user: 'mira_holm' }] })).not.toBe(
    'taken',
  );
  const renamed = await again(
    JSON.stringify({
      scenario: 1,
      base: 'small',
      apps: [{ id: '26002', name: 'Wall', owner: 'mira_holm', oauth2_type: 'web', bearer_token: 'mine' }],
      access_tokens: [{ app: 'Wall', user: 'sam_ode' }],
    }),
  );
  expect(renamed.keysOf('Wall', 'sam_ode')).toMatchObject({ bearer_token: 'mine' });
  const [row] = (renamed.platform.snapshot().tables['apps'] ?? []).filter(({ id }) => id === '26002');
  expect(row).toMatchObject({
    name: 'Wall',
    permission: 'read',
    client_secret: expect.stringMatching(/^\w{50}$/) as string,
  });
  expect(keysOf(renamed.platform.snapshot().tables)).toContain('apps');
});

test('a base alone is the scenario itself, with its keys', async () => {
  const scenario = await readScenario('scenario: 1\nbase: starter\nseed: northwind-1\n', 's');
  const [one, other] = await Promise.all([createTestPlatform({ scenario }), createTestPlatform()]);
  const sorted = (of: TestPlatform) =>
    of.platform.initialCredentials.map((each) => JSON.stringify(each)).sort();
  expect(one.platform.initialCredentials.map(({ id }) => id).sort()).toEqual(
    other.platform.initialCredentials.map(({ id }) => id).sort(),
  );
  expect(sorted(one).length).toBe(sorted(other).length);
  expect(one.keysOf()).toEqual(other.keysOf());
  await one.platform.seedPopulation();
  expect(one.platform.portal.users().length).toBeGreaterThan(30);
});
