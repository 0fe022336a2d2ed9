/** The hourly check during a jump of the clock by a month (3; choice: crc-hourly). */
import { expect, test } from 'vitest';
import { createPlatform } from '../../../engine/index.ts';
import { Disk } from '../../support/disk.ts';
import { eventually } from '../../support/eventually.ts';
import { hour, openWebhooks } from '../../support/webhooks.ts';

const month = 30 * 24 * hour;

test('every check is made, and a jump does not wait for each of them to be kept', async () => {
  let commits = 0;
  const commit = () => Promise.resolve(void commits++);
  const { platform, receivers, registered } = await openWebhooks('Atlas Insight', { commit });
  await registered();
  commits = 0;
  await platform.clock.advance(month);
  expect(receivers.challenges()).toHaveLength(1 + 720);
  expect(new Set(receivers.challenges().map(({ token }) => token)).size).toBe(721);
  expect(commits).toBeLessThan(20);
});

test('a killed jump continues from its stored state, and sends the same challenges again', async () => {
  const life = { elapsed: 0, commits: Infinity, disk: null as Disk | null };
  const { platform, receivers, registered } = await openWebhooks('Atlas Insight', {
    elapsed: () => life.elapsed++,
    commit: (changes) => {
      if (--life.commits < 0) return new Promise(() => {});
      return Promise.resolve(life.disk?.write(changes));
    },
  });
  await registered();
  life.disk = new Disk(platform.snapshot());
  life.commits = 5;
  void platform.clock.advance(month, 'the jump');
  await eventually(() => expect(life.commits).toBeLessThan(0));
  const seen = receivers.challenges().length;
  const kept = life.disk.read();
  const next = createPlatform({ snapshot: kept, send: receivers.send });
  await next.clock.advance(month, 'the jump');
  const tokens = receivers.challenges().map(({ token }) => token);
  const again = tokens.length - 721;
  expect(again).toBeGreaterThan(0);
  expect(tokens.slice(seen, seen + again)).toEqual(tokens.slice(seen - again, seen));
  expect(new Set(tokens).size).toBe(721);
});
