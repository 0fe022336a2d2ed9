import { expect, test } from 'vitest';
import { createPlatform } from '../index.ts';
import type { ChangeSet, Platform, Snapshot } from '../index.ts';
import { eventually } from '../../tests/support/eventually.ts';

const again = (platform: Platform): Platform =>
  createPlatform({ snapshot: structuredClone(platform.snapshot()) });
const keptBy = ({ tables }: Snapshot) => (tables['portal_answers'] ?? []).map(({ id }) => id);
const appsNamed = (platform: Platform, wanted: string) =>
  platform.portal.apps().filter(({ name }) => name === wanted);

test('an App that is asked for twice by one call is made once, and its keys are shown again', async () => {
  const first = createPlatform();
  const answer = await first.portal.perform('call-1', 'createApp', 'Twice', null);
  const second = again(first);
  expect(await second.portal.perform('call-1', 'createApp', 'Twice', null)).toEqual(answer);
  expect(answer.ok && answer.shown?.length).toBe(2);
  expect(appsNamed(second, 'Twice')).toHaveLength(1);
});

test('a key is made anew once: what the first answer showed is what works', async () => {
  const first = createPlatform();
  const [app] = first.portal.apps();
  const answer = await first.portal.perform('call-1', 'regenerate', app!.id, 'basic');
  const hint = first.portal.apiKeyHint(app!.id);
  const second = again(first);
  expect(await second.portal.perform('call-1', 'regenerate', app!.id, 'basic')).toEqual(answer);
  expect(second.portal.apiKeyHint(app!.id)).toBe(hint);
});

test('what was deleted is not refused to the call that deleted it', async () => {
  const first = createPlatform();
  const [app] = first.portal.apps();
  await first.portal.perform('call-1', 'deleteApp', app!.id);
  const second = again(first);
  expect(await second.portal.perform('call-1', 'deleteApp', app!.id)).toEqual({ ok: true });
  expect((await second.portal.perform('call-2', 'deleteApp', app!.id)).ok).toBe(false);
});

test('the effect and its answer are kept in one commit', async () => {
  const commits: ChangeSet[] = [];
  const platform = createPlatform({ commit: (changes) => Promise.resolve(void commits.push(changes)) });
  await platform.portal.perform('call-1', 'createApp', 'Kept', null);
  expect(commits.map((each) => Object.keys(each).sort())).toEqual([
    expect.arrayContaining(['apps', 'bearer_tokens', 'portal_answers']),
  ]);
});

test('calls of one id at the same moment have one effect and one answer, when it is kept', async () => {
  const commits: (() => void)[] = [];
  const platform = createPlatform({ commit: () => new Promise((resolve) => commits.push(resolve)) });
  const settled: unknown[] = [];
  const calls = [1, 2].map(() =>
    platform.portal.perform('call-1', 'createApp', 'Same', null).then((each) => settled.push(each)),
  );
  await eventually(() => expect(commits).toHaveLength(1));
  expect(settled).toEqual([]);
  commits[0]!();
  await Promise.all(calls);
  expect(settled[1]).toEqual(settled[0]);
  expect(appsNamed(platform, 'Same')).toHaveLength(1);
});

test('an answer that has arrived is forgotten, and with it the keys that it showed', async () => {
  const platform = createPlatform();
  await platform.portal.perform('call-1', 'createApp', 'Shown', null);
  expect(keptBy(platform.snapshot())).toEqual(['call-1']);
  await platform.portal.acknowledge('call-1');
  await platform.portal.acknowledge('call-1');
  expect(keptBy(platform.snapshot())).toEqual([]);
});

test('what changed nothing is not kept, and may be decided anew', async () => {
  const platform = createPlatform();
  const [app] = platform.portal.apps();
  expect((await platform.portal.perform('call-1', 'regenerate', 'none', 'basic')).ok).toBe(false);
  await platform.portal.perform('call-2', 'liftAbuse', app!.id);
  expect(keptBy(platform.snapshot())).toEqual([]);
});

test('answers of pages that have gone do not pile up: the oldest go first, also after a restart', async () => {
  let platform = createPlatform();
  for (let at = 0; at < 80; at++) {
    if (at === 40) platform = again(platform);
    await platform.portal.perform(`call-${at}`, 'setAbuse', at % 2 === 0);
  }
  expect(new Set(keptBy(platform.snapshot()))).toEqual(
    new Set(Array.from({ length: 64 }, (_, at) => `call-${at + 16}`)),
  );
});
