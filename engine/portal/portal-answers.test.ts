import { expect, test } from 'vitest';
import { createPlatform } from '../inside.ts';
import type { ChangeSet, Platform, Snapshot } from '../inside.ts';
import { eventually } from '../../tests/support/eventually.ts';

const again = (platform: Platform): Platform =>
  createPlatform({ snapshot: structuredClone(platform.snapshot()) });
const keptBy = ({ tables }: Snapshot) => (tables['portal_answers'] ?? []).map(({ id }) => id);
const appsNamed = (platform: Platform, wanted: string) =>
  platform.portal.apps().filter(({ name }) => name === wanted);

test('an App requested twice with one call id is made once, and its keys are shown again', async () => {
  const first = createPlatform();
  const answer = await first.doOnce('call-1', 'portal.createApp', 'Twice', null);
  const second = again(first);
  expect(await second.doOnce('call-1', 'portal.createApp', 'Twice', null)).toEqual(answer);
  expect(answer.ok && answer.shown?.length).toBe(2);
  expect(appsNamed(second, 'Twice')).toHaveLength(1);
});

test('a key is regenerated once: the key of the first answer works', async () => {
  const first = createPlatform();
  const [app] = first.portal.apps();
  const answer = await first.doOnce('call-1', 'portal.regenerate', app!.id, 'basic');
  const hint = await first.ask('portal.apiKeyHint', app!.id);
  const second = again(first);
  expect(await second.doOnce('call-1', 'portal.regenerate', app!.id, 'basic')).toEqual(answer);
  expect(await second.ask('portal.apiKeyHint', app!.id)).toBe(hint);
});

test('a repeated deletion gets its first answer, not a refusal', async () => {
  const first = createPlatform();
  const [app] = first.portal.apps();
  await first.doOnce('call-1', 'portal.deleteApp', app!.id);
  const second = again(first);
  expect(await second.doOnce('call-1', 'portal.deleteApp', app!.id)).toEqual({ ok: true });
  expect((await second.doOnce('call-2', 'portal.deleteApp', app!.id)).ok).toBe(false);
});

test('the effect and its answer are kept in one commit', async () => {
  const commits: ChangeSet[] = [];
  const platform = createPlatform({ commit: (changes) => Promise.resolve(void commits.push(changes)) });
  await platform.doOnce('call-1', 'portal.createApp', 'Kept', null);
  expect(commits.map((each) => Object.keys(each).sort())).toEqual([
    expect.arrayContaining(['apps', 'bearer_tokens', 'portal_answers']),
  ]);
});

test('simultaneous calls with one id have one effect and one answer, once it is kept', async () => {
  const commits: (() => void)[] = [];
  const platform = createPlatform({ commit: () => new Promise((resolve) => commits.push(resolve)) });
  const settled: unknown[] = [];
  const calls = [1, 2].map(() =>
    platform.doOnce('call-1', 'portal.createApp', 'Same', null).then((each) => settled.push(each)),
  );
  await eventually(() => expect(commits).toHaveLength(1));
  expect(settled).toEqual([]);
  commits[0]!();
  await Promise.all(calls);
  expect(settled[1]).toEqual(settled[0]);
  expect(appsNamed(platform, 'Same')).toHaveLength(1);
});

test('an acknowledged answer is forgotten, with the keys that it showed', async () => {
  const platform = createPlatform();
  await platform.doOnce('call-1', 'portal.createApp', 'Shown', null);
  expect(keptBy(platform.snapshot())).toEqual(['call-1']);
  await platform.acknowledge('call-1');
  await platform.acknowledge('call-1');
  expect(keptBy(platform.snapshot())).toEqual([]);
});

test('an answer that changed nothing is not kept, and may be decided again', async () => {
  const platform = createPlatform();
  const [app] = platform.portal.apps();
  expect((await platform.doOnce('call-1', 'portal.regenerate', 'none', 'basic')).ok).toBe(false);
  await platform.doOnce('call-2', 'portal.liftAbuse', app!.id);
  expect(keptBy(platform.snapshot())).toEqual([]);
});

test('answers of closed pages do not pile up: the oldest are dropped first, also after a restart', async () => {
  let platform = createPlatform();
  for (let at = 0; at < 80; at++) {
    if (at === 40) platform = again(platform);
    await platform.doOnce(`call-${at}`, 'portal.setAbuse', at % 2 === 0);
  }
  expect(new Set(keptBy(platform.snapshot()))).toEqual(
    new Set(Array.from({ length: 64 }, (_, at) => `call-${at + 16}`)),
  );
});
