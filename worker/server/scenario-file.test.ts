import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestPlatform } from '../../engine/testing.ts';
import { writeScenario } from './init.ts';
import { serve } from './serve.ts';

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'scenario-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

const refusalOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: unknown) => `${(error as Error).name}: ${(error as Error).message}`,
  );

test('Issue 19: a recipe is a scenario file, with which a server starts', async () => {
  const { platform } = await createTestPlatform();
  await platform.do('portal.createApp', 'Quay Watch', '1703');
  await platform.do('portal.updateApp', '26001', { permission: 'read' });
  const written = await platform.ask('explorer.recipe');
  const text = written && 'text' in written.read ? written.read.text : '';
  const file = path.join(await folder(), 'recipe.json');
  await writeFile(file, text);
  const server = await serve({ port: 0, scenario: file });
  onTestFinished(() => server.close());
  const appsOf = (of: Pick<typeof platform, 'portal'>) =>
    of.portal.apps().map(({ name, permission }) => `${name}: ${permission}`);
  expect(appsOf(server.platform)).toEqual(appsOf(platform));
  const key = server.credentials.find(({ kind, appName }) => kind === 'app' && appName === 'Quay Watch');
  const headers = { authorization: `Bearer ${key?.kind === 'app' ? key.bearer_token : ''}` };
  // The seeded users come with the first call that could see them.
  const answer = await fetch(`${server.url}/2/users/by/username/kai_ferry`, { headers });
  expect(answer.status).toBe(200);
});

test('init writes a scenario that a server starts with, also after a reset, and overwrites nothing', async () => {
  const file = path.join(await folder(), 'team.yaml');
  expect(await writeScenario([file])).toContain(`serve --scenario ${file}`);
  const [, schema = ''] =
    /^# yaml-language-server: \$schema=(file:\S+)\n/.exec(await readFile(file, 'utf8')) ?? [];
  expect(JSON.parse(await readFile(new URL(schema), 'utf8'))).toHaveProperty('properties.users');
  const server = await serve({ port: 0, scenario: file, frozen: true });
  onTestFinished(() => server.close());
  const look = async () => {
    const headers = { authorization: 'Bearer harbour-bearer' };
    const answer = await fetch(`${server.url}/2/posts/search/recent?query=harbour`, { headers });
    return { status: answer.status, body: await answer.text() };
  };
  const first = await look();
  expect(first).toMatchObject({
    status: 200,
    body: expect.stringContaining('The harbour is open.') as string,
  });
  expect(server.credentials.filter(({ kind }) => kind === 'oauth1')).toMatchObject([
    { username: 'mira_holm', oauth_token: 'mira-token', oauth_token_secret: 'mira-secret' },
    { username: 'jonas_berg' },
  ]);
  expect(new Date(server.platform.clock.now()).toISOString()).toBe('2026-03-02T09:41:12.000Z');
  await server.platform.clock.advance(60_000);
  await server.reset();
  expect(await look()).toEqual(first);
  const text = await readFile(file, 'utf8');
  expect(await refusalOf(writeScenario([file]))).toBe(
    `BadInput: ${file} already exists, and init does not overwrite files`,
  );
  expect(await readFile(file, 'utf8')).toBe(text);
});

test('an invalid scenario is refused with file, line and column, and nothing is written', async () => {
  const parent = await folder();
  const file = path.join(parent, 'team.yaml');
  await writeFile(file, 'scenario: 1\nusers:\n  - { username: "not a name" }\n');
  const data = path.join(parent, 'world');
  expect(await refusalOf(serve({ port: 0, scenario: file, data }))).toBe(
    `BadInput: ${file}:3:17: users[0].username is not 1 to 15 letters, digits or underscores`,
  );
  expect(await readdir(parent)).toEqual(['team.yaml']);
  await writeFile(file, 'scenario: 1\n');
  expect(await refusalOf(serve({ port: 0, scenario: file, seed: 'other' }))).toBe(
    'BadInput: A scenario file has its own seed: leave out the seed',
  );
  expect(await refusalOf(serve({ port: 0, scenario: 'tiny' }))).toMatch(
    /^BadInput: tiny is not a scenario: there are starter, small and empty, and a file of that name cannot be read/,
  );
  expect(await refusalOf(writeScenario(['a', 'b']))).toBe(
    'BadInput: init takes the name of a file, and not "a b"',
  );
});
