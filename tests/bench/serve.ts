/**
 * `npm run bench -- serve <package>`: what HTTP and the start cost, as ratios to floors of the same run: a call of the
 * local server beside an empty route of Node's own `http`, its first answer beside the first one of that route, and the
 * first answer of the library beside `node -e 0`. Every contestant is a process of its own that runs what people install.
 * Times are processor time of that process.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { median, printFigures } from './figure.ts';
import type { Figure } from './figure.ts';

const [, , installed = ''] = process.argv;
const door = (file: string): string => JSON.stringify(pathToFileURL(path.resolve(installed, file)).href);

/** Of starts. */
const turns = 7;
/** Fewer than a window of the limits takes. */
const portion = 250;
const portions = 140;
/** Until the code is compiled. */
const warmUp = 20;

/** Tells its address, then on each message how much processor time it has used, in microseconds. */
const tells = `process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send(user + system);
});`;

const programs = {
  bare: `import { createServer } from 'node:http';
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{}');
    });
    server.listen(0, '127.0.0.1', () =>
      process.send({ url: 'http://127.0.0.1:' + server.address().port, bearer: '' }));
    ${tells}`,
  serve: `import { serve } from ${door('server.js')};
    const { url, credentials } = await serve({ port: 0, scenario: 'small', frozen: true });
    const { bearer_token } = credentials.find(({ kind }) => kind === 'app');
    process.send({ url, bearer: bearer_token });
    ${tells}`,
  nothing: `process.send(0);
    ${tells}`,
  library: `import { createPlatform } from ${door('index.js')};
    const platform = createPlatform({ scenario: 'small' });
    const { bearer_token } = platform.initialCredentials.find(({ kind }) => kind === 'app');
    const headers = { authorization: 'Bearer ' + bearer_token };
    const answer = await platform.fetch(new Request(platform.baseUrl + '/2/users/by/username/mira_holm', { headers }));
    if (answer.status !== 200) throw new Error(String(answer.status));
    process.send(0);
    ${tells}`,
};
type Name = keyof typeof programs;

interface Address {
  readonly url: string;
  readonly bearer: string;
}

const folder = await mkdtemp(path.join(tmpdir(), 'bench-serve-'));
for (const [name, text] of Object.entries(programs)) await writeFile(path.join(folder, `${name}.mjs`), text);

/** Resolves with what it tells first. */
async function started(name: Name): Promise<{ child: ChildProcess; told: unknown }> {
  const child = fork(path.join(folder, `${name}.mjs`), { execArgv: [] });
  const [told] = (await once(child, 'message')) as unknown[];
  return { child, told };
}

async function used(child: ChildProcess): Promise<number> {
  child.send('used');
  const [micros] = (await once(child, 'message')) as [number];
  return micros;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

function get({ url, bearer }: Address, wanted = 200): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${bearer}` };
    request(`${url}/2/users/by/username/mira_holm`, { agent, headers }, (response) => {
      response.resume().once('end', resolve);
      if (response.statusCode !== wanted) reject(new Error(`It answered ${response.statusCode}`));
    })
      .once('error', reject)
      .end();
  });
}

async function nextWindow({ url, bearer }: Address): Promise<void> {
  if (bearer === '') return;
  const headers = { 'content-type': 'application/json' };
  await fetch(`${url}/__playground/clock`, { method: 'POST', headers, body: '{"advance":900000}' });
}

/** Microseconds a call of one portion. */
async function perCall(child: ChildProcess, address: Address): Promise<number> {
  await nextWindow(address);
  const before = await used(child);
  await Promise.all(Array.from({ length: portion }, () => get(address)));
  return ((await used(child)) - before) / portion;
}

/** Both take turns after each portion, so that what else the machine does meets both alike. */
async function calls(): Promise<Figure[]> {
  const both = { bare: await started('bare'), serve: await started('serve') };
  const measure = (name: 'bare' | 'serve') => perCall(both[name].child, both[name].told as Address);
  const times: { bare: number; serve: number }[] = [];
  for (let turn = 0; turn < warmUp + portions; turn++)
    times.push({ bare: await measure('bare'), serve: await measure('serve') });
  for (const { child } of Object.values(both)) child.kill();
  const warm = times.slice(warmUp);
  return [figureOf('a bearer GET of serve, times an empty route', warm, ['serve', 'bare'], 1.67)];
}

/** Microseconds until its first answer. */
async function untilAnswer(name: Name): Promise<number> {
  const { child, told } = await started(name);
  if (told !== 0) await get(told as Address);
  const micros = await used(child);
  child.kill();
  await once(child, 'exit');
  return micros;
}

async function starts(above: Name, below: Name, what: string): Promise<Figure[]> {
  const times: Partial<Record<Name, number>>[] = [];
  for (let turn = 0; turn < turns; turn++)
    times.push({ [below]: await untilAnswer(below), [above]: await untilAnswer(above) });
  return [figureOf(what, times, [above, below], 4)];
}

function figureOf(
  what: string,
  times: readonly Partial<Record<Name, number>>[],
  [above, below]: readonly [Name, Name],
  aim: number,
): Figure {
  const of = (name: Name) => times.map((each) => each[name] ?? NaN);
  const ratios = of(above).map((each, turn) => each / (of(below)[turn] ?? NaN));
  const said = (name: Name) => `${name} ${median(of(name)).toFixed(0)} µs`;
  const sorted = ratios.toSorted((a, b) => a - b);
  const spread = `half of them ${quantile(sorted, 0.25)} to ${quantile(sorted, 0.75)}`;
  return {
    what,
    value: median(ratios),
    aim,
    clear: aim * 1.25,
    detail: `${said(above)}, ${said(below)}; ${spread}`,
  };
}

const quantile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.floor(share * sorted.length)] ?? NaN).toFixed(2);

await printFigures([
  calls,
  () => starts('serve', 'bare', 'the first answer of serve, times that of the empty route'),
  () => starts('library', 'nothing', 'the first answer of the library, times node -e 0'),
]);
agent.destroy();
await rm(folder, { recursive: true });
