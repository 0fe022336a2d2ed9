import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { ChangeSet } from '../../engine/inside.ts';
import { Disk } from '../support/disk.ts';
import { callsAgain, checkLives } from '../support/outbox-check.ts';
import { linesOf, toLine } from '../support/outbox-files.ts';
import { beginning } from '../support/outbox-life.ts';
import type { Plan, Received } from '../support/outbox-life.ts';
import { lastPlan, plans } from '../support/outbox-plans.ts';
import { proved, times } from '../support/prove.ts';

const kills = times(2, 200);

test(`${kills} processes killed with SIGKILL between due, send and settle: every effect went out and was settled once, in order`, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'playground-outbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string) => path.join(folder, name);
  const { snapshot, bearer } = await beginning();
  writeFileSync(file('beginning.json'), toLine({ snapshot, bearer }));
  for (const name of ['log', 'received', 'acknowledged']) writeFileSync(file(name), '');
  const run = (plan: Plan, number: number) => {
    const script = new URL('../support/outbox-process.ts', import.meta.url).pathname;
    const args = ['--import', 'tsx', script, folder, String(number), JSON.stringify(plan)];
    const { signal, status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (signal !== 'SIGKILL') expect(status, stderr).toBe(0);
    return signal === 'SIGKILL';
  };
  let killed = 0;
  for (const [number, plan] of fc.sample(plans, { numRuns: 3 * kills, seed: 2046 }).entries())
    if (killed < kills && run(plan, number)) killed++;
  expect(run(lastPlan, 3 * kills)).toBe(false);
  expect(killed).toBe(kills);
  const disk = new Disk(snapshot);
  for (const changes of linesOf(file('log'))) disk.write(changes as ChangeSet);
  const received = linesOf(file('received')) as Received[];
  checkLives(disk.read(), received, linesOf(file('acknowledged')) as string[]);
  proved(
    `outbox: ${killed} processes killed, ${received.length} calls, ${callsAgain(received)} of them again after a kill`,
  );
});
