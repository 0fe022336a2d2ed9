/**
 * `npm run test:browsers [-- chromium firefox webkit] [--only words]`: the checks in each engine, each in a browser of
 * its own with an empty profile, against `dist/`: `npm run build` comes first.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findOrInstallBrowser } from '../../scripts/browser.ts';
import { findOrInstallFirefox, findOrInstallWebKit } from '../../scripts/engines.ts';
import { reportFiles } from '../../scripts/reports.ts';
import type { TestResult } from '../../scripts/reports.ts';
import { buildHarness, serveBuilt } from '../support/harness/build.ts';
import { standOutside } from '../support/outside.ts';
import { proving } from '../support/prove.ts';
import { serveSite } from '../support/site.ts';
import { groups } from './checks/index.ts';
import type { Check } from './checks/check.ts';
import { chromium } from './drivers/chromium.ts';
import { engines } from './drivers/driver.ts';
import type { Driver, Engine } from './drivers/driver.ts';
import { firefox } from './drivers/firefox.ts';
import { webkit } from './drivers/webkit.ts';
import { table } from './table.ts';
import type { Result } from './table.ts';

const drivers: Readonly<Record<Engine, () => Driver | Promise<Driver>>> = {
  chromium: () => chromium(findOrInstallBrowser()),
  firefox: () => firefox(findOrInstallFirefox()),
  webkit: () => webkit(findOrInstallWebKit()),
};

const patienceMs = proving ? 15 * 60_000 : 3 * 60_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' } },
});
const wanted = engines.filter((engine) => positionals.length === 0 || positionals.includes(engine));
const results: Result[] = [];
const built = await buildHarness('browsers');
for (const engine of wanted) await runIn(engine);
console.log(`\n${table(results, groups)}`);
await report();
// Everything that a browser left running ends with this process, and so do its children (drivers/processes.ts).
process.exit(results.length > 0 && results.every(({ outcome }) => outcome !== 'failed') ? 0 : 1);

async function runIn(engine: Engine): Promise<void> {
  let driver: Driver;
  try {
    driver = await drivers[engine]();
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    console.error(told);
    results.push({
      engine,
      version: '',
      group: 'the browser',
      check: 'is found',
      outcome: 'failed',
      told,
      ms: 0,
    });
    return;
  }
  for (const { title, checks } of groups)
    for (const check of checks) {
      if (!`${title} ${check.name}`.includes(values.only)) continue;
      const reason = check.leftOut?.[engine];
      const result =
        reason === undefined
          ? await outcomeOf(driver, check)
          : { version: '', outcome: 'left out' as const, told: reason, ms: 0 };
      results.push({ engine, group: title, check: check.name, ...result });
      const { outcome, told, ms } = results.at(-1)!;
      console.log(`${engine} · ${title} · ${check.name}: ${outcome}, ${(ms / 1000).toFixed(1)} s ${told}`);
    }
}

type Outcome = Pick<Result, 'version' | 'outcome' | 'told' | 'ms'>;

async function outcomeOf(driver: Driver, check: Check): Promise<Outcome> {
  const begun = performance.now();
  const disk = await mkdtemp(path.join(tmpdir(), 'playground-disk-'));
  const [site, harness, outside] = await Promise.all([serveSite(), serveBuilt(built), standOutside()]);
  const { engine, asksItself } = driver;
  const { knocks } = outside;
  const started: { kill: () => Promise<void> }[] = [];
  let version = '';
  const done = (outcome: Result['outcome'], told: string): Outcome => {
    return { version, outcome, told, ms: performance.now() - begun };
  };
  try {
    const browser = await driver.start(new URL(outside.proxy).host, check.profile);
    started.push(browser);
    version = browser.version;
    const startOnDisk = async () => {
      const onDisk = await driver.startOnDisk(disk, harness.url);
      started.push(onDisk);
      return onDisk;
    };
    const bench = { engine, browser, site: site.url, harness: harness.url, knocks, startOnDisk };
    const told = await inTime(check.run(bench), check.isLong ? 2 * patienceMs : patienceMs);
    const left = knocks.filter((each) => !asksItself?.test(each));
    if (left.length > 0) throw new Error(`Asked of the outside: ${left.join(', ')}`);
    const faults = browser.faults?.filter((each) => !check.expects?.test(each)) ?? [];
    if (faults.length > 0) throw new Error(`Errors in the console: ${faults.join('; ')}`);
    return done('passed', typeof told === 'string' ? told : '');
  } catch (error) {
    return done('failed', error instanceof Error ? error.message : String(error));
  } finally {
    for (const { kill } of started) await kill();
    await rm(disk, { recursive: true, force: true, maxRetries: 3 });
    await Promise.all([site.close(), harness.close(), outside.close()]);
  }
}

async function inTime<T>(work: Promise<T>, withinMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done within ${withinMs / 1000} s`)), withinMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** For the gate, which counts it with the other tests. */
async function report(): Promise<void> {
  const tests = results.map(({ engine, group, check, outcome }): TestResult => ({
    file: 'tests/browsers/run.ts',
    title: `${engine} ${group} ${check}`,
    outcome: outcome === 'left out' ? 'skipped' : outcome,
  }));
  await mkdir(path.dirname(reportFiles.browsers), { recursive: true });
  await writeFile(reportFiles.browsers, JSON.stringify(tests));
}
