import { expect, test } from 'vitest';
import { scenarios } from '../../engine/scenarios/index.ts';
import { countPosts } from '../../engine/social/usage.ts';
import { start } from '../../testing/platform.ts';

const day = 86_400_000;
const reader = { id: '26001', project_id: '1700' };
const viewer = { id: '26002', project_id: '1700' };

/** Two Apps of a Project received this many posts, on days before the start, 2 March. */
const world = (given: readonly (readonly [typeof reader, number, number])[]) =>
  start({
    scenario: {
      name: 'usage',
      build(write, state) {
        const credentials = scenarios.starter.build(write, state);
        for (const [app, posts, ago] of given)
          countPosts(app, posts, state.now() - ago * day, state.tables, write);
        return credentials;
      },
    },
  });

interface Usage {
  readonly daily_project_usage: { readonly usage: readonly { date: string; usage: number }[] };
  readonly daily_client_app_usage: readonly {
    readonly client_app_id: string;
    readonly usage: readonly { date: string; usage: number }[];
  }[];
  readonly [more: string]: unknown;
}
const shown = async ({ as }: Awaited<ReturnType<typeof start>>, query = '', app?: string) =>
  (await as.bearer(app).get(`/2/usage/posts${query}`)).json.data as unknown as Usage;
const numbers = (days: readonly { usage: number }[]) => days.map(({ usage }) => usage);

test('usage is shown by day and App, for the month and its cap', async () => {
  const started = await world([
    [reader, 5, 0],
    [viewer, 2, 0],
    [reader, 7, 1],
    [reader, 100, 2],
    [viewer, 11, 10],
  ]);
  const usage = await shown(started);
  expect(usage).toMatchObject({ project_id: '1700', project_cap: 1_000_000, cap_reset_day: 1 });
  // In March: today and yesterday.
  expect(usage.project_usage).toBe(14);
  expect(usage.daily_project_usage.usage).toEqual([
    { date: '2026-02-24T00:00:00.000Z', usage: 0 },
    { date: '2026-02-25T00:00:00.000Z', usage: 0 },
    { date: '2026-02-26T00:00:00.000Z', usage: 0 },
    { date: '2026-02-27T00:00:00.000Z', usage: 0 },
    { date: '2026-02-28T00:00:00.000Z', usage: 100 },
    { date: '2026-03-01T00:00:00.000Z', usage: 7 },
    { date: '2026-03-02T00:00:00.000Z', usage: 7 },
  ]);
  const byApp = Object.fromEntries(
    usage.daily_client_app_usage.map(({ client_app_id, usage: days }) => [client_app_id, numbers(days)]),
  );
  expect(byApp).toEqual({
    '26001': [0, 0, 0, 0, 100, 7, 5],
    '26002': [0, 0, 0, 0, 0, 0, 2],
    '26003': [0, 0, 0, 0, 0, 0, 0],
  });
});

test('the requested number of days is shown, one to ninety', async () => {
  const started = await world([[reader, 3, 10]]);
  expect(numbers((await shown(started, '?days=1')).daily_project_usage.usage)).toEqual([0]);
  const all = numbers((await shown(started, '?days=90')).daily_project_usage.usage);
  expect([all.length, all[79]]).toEqual([90, 3]);
  for (const days of ['0', '91', 'x'])
    expect((await started.as.bearer().get(`/2/usage/posts?days=${days}`)).status).toBe(400);
});

test('the month starts over on the first, and each day at midnight', async () => {
  const started = await world([[reader, 9, 0]]);
  const { platform } = started;
  const { clock } = platform;
  await clock.advance(Date.UTC(2026, 3, 1) - clock.now() - 1);
  expect((await shown(started)).project_usage).toBe(9);
  await clock.advance(1);
  expect((await shown(started)).project_usage).toBe(0);
  await platform.do('portal.setPlan', '1700', 'free');
  expect((await shown(started, '', 'Northwind Viewer')).project_cap).toBe(100);
});

test('usage of a deleted App stays with its Project, and other Projects are not counted', async () => {
  const started = await world([
    [reader, 5, 0],
    [viewer, 2, 0],
  ]);
  await started.platform.do('portal.deleteApp', viewer.id);
  const usage = await shown(started);
  expect(usage.project_usage).toBe(7);
  expect(usage.daily_client_app_usage.map(({ client_app_id }) => client_app_id)).toContain(viewer.id);
  expect((await shown(started, '', 'Harbour Desk')).project_usage).toBe(0);
});
