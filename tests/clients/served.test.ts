/** The programs of docs/clients.md, each with its published client, against the local server. */
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Credential } from '../../engine/inside.ts';
import { Browser } from '../../testing/browser.ts';
import { proving } from '../support/prove.ts';
import { overHttp } from './over-http.ts';

const run = promisify(execFile);

interface Language {
  readonly extension: string;
  /** The command that runs a file; null if it is missing. `probe` tells whether the client is installed. */
  readonly probe: (code: string) => readonly [command: string, ...args: string[]];
  readonly start: (file: string) => readonly [command: string, ...args: string[]];
  readonly environment?: Readonly<Record<string, string>>;
}

const importsOf = (code: string): string => (code.match(/^(?:import|from) .+$/gm) ?? []).join('\n');

/** Those of Node run in the gate, the others in the long form. */
const languages: Readonly<Record<string, Language>> = {
  js: { extension: 'mjs', probe: () => [execPath, '--version'], start: (file) => [execPath, file] },
  python: {
    extension: 'py',
    probe: (code) => ['/usr/bin/python3', '-c', importsOf(code)],
    start: (file) => ['/usr/bin/python3', file],
  },
  ruby: {
    ...{ extension: 'rb', probe: () => ['ruby', '-e', "require 'oauth'; require 'oauth2'"] },
    start: (file) => ['ruby', file],
  },
  php: {
    extension: 'php',
    probe: () => ['php', '-r', 'new OAuth("a", "b");'],
    start: (file) => ['php', file],
  },
  go: {
    ...{ extension: 'go', probe: () => ['go', 'vet', 'golang.org/x/oauth2'] },
    start: (file) => ['go', 'run', file],
    environment: { GO111MODULE: 'off', GOPATH: '/usr/share/gocode' },
  },
};

const document = await readFile('docs/clients.md', 'utf8');
const programs = Array.from(
  document.matchAll(/^### (.+)\n((?:[^`#]|`[^`\n]+`|#(?!#))*)^```(\w+)\n([^]*?)^```$/gm),
  ([, name = '', about = '', language = '', code = '']) => {
    const [, names] = /`--names (\S+)`/.exec(about) ?? [];
    return { name, language, code, options: names === undefined ? [] : ['--names', names] };
  },
);

type Environment = Readonly<Record<string, string>>;

/** Inside the project, so that Node finds its packages. */
let folder: string;
/** By their options. In separate processes, which use the machine's time like the clients. */
const servers = new Map<string, { readonly process: ChildProcess; readonly keys: Promise<Environment> }>();

beforeAll(async () => {
  folder = await mkdtemp(path.join('test-results', 'clients-'));
});
afterAll(async () => {
  for (const server of servers.values()) server.process.kill('SIGINT');
  await rm(folder, { recursive: true });
});

/** The environment of a program, from the server with these options. */
function keysOf(options: readonly string[]): Promise<Environment> {
  const id = options.join(' ');
  const known = servers.get(id);
  if (known) return known.keys;
  const all = ['--port', '0', '--scenario', 'small', ...options];
  const process = spawn(execPath, ['--import', 'tsx', 'worker/server/cli.ts', 'serve', ...all]);
  const keys = keysAt(process);
  servers.set(id, { process, keys });
  return keys;
}

async function keysAt(server: ChildProcess): Promise<Environment> {
  const url = await new Promise<string>((resolve, reject) => {
    let out = '';
    const hear = (chunk: Buffer) => {
      out += chunk.toString();
      const [, address] = /is at (http:\S+):/.exec(out) ?? [];
      if (address !== undefined) resolve(address);
    };
    server.stdout?.on('data', hear);
    server.stderr?.on('data', hear);
    server.on('close', () => reject(new Error(`It did not start: ${out}`)));
  });
  const response = await fetch(`${url}/__playground/credentials`);
  const held = ((await response.json()) as readonly Credential[]).filter(
    ({ appName }) => appName === 'Northwind Reader',
  );
  const of = <K extends Credential['kind']>(kind: K) =>
    held.find((each): each is Extract<Credential, { kind: K }> => each.kind === kind)!;
  const [user, client] = [of('oauth1'), of('client')];
  return {
    SVC_BASE_URL: url,
    SVC_CONSUMER_KEY: user.consumer_key,
    SVC_CONSUMER_SECRET: user.consumer_secret,
    SVC_OAUTH_TOKEN: user.oauth_token,
    SVC_OAUTH_TOKEN_SECRET: user.oauth_token_secret,
    SVC_CLIENT_ID: client.client_id,
    SVC_CLIENT_SECRET: client.client_secret!,
  };
}

async function isThere({ probe, environment }: Language, code: string): Promise<boolean> {
  const [command, ...args] = probe(code);
  try {
    await run(command, args, { env: { ...process.env, ...environment } });
    return true;
  } catch {
    return false;
  }
}

/** The output of a program. If it asks for consent, a person gives it in a browser and pastes the redirect address. */
function printed(command: string, args: readonly string[], environment: Environment): Promise<string> {
  const direct = { NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' };
  const child = spawn(command, args, {
    env: { ...process.env, ...direct, HOME: tmpdir(), ...environment },
  });
  let [out, errors] = ['', ''];
  let isAsked = false;
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    const address = /^Open (\S+)\s/m.exec(out)?.[1];
    if (address === undefined || isAsked) return;
    isAsked = true;
    const consented = new Browser(environment['SVC_BASE_URL'] ?? '', overHttp).decide(address, 'jonas_berg');
    consented.then(
      (page) => child.stdin.end(`${page.address}\n`),
      () => child.kill(),
    );
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`${out}${errors}`))));
  });
}

test('the document has a program for each of its clients', () => {
  expect(programs).toHaveLength(document.match(/^### /gm)?.length ?? 0);
  expect(new Set(programs.map(({ name }) => name)).size).toBeGreaterThanOrEqual(10);
  for (const { language } of programs) expect(languages).toHaveProperty(language);
});

describe.each(programs)('$name', ({ name, language, code, options }) => {
  const known = languages[language]!;
  const isRun = language === 'js' || proving;
  test.runIf(isRun)('reaches the server and acts for a user', async (context) => {
    if (!(await isThere(known, code))) {
      console.log(`not run: ${name}, which this machine lacks`);
      context.skip();
    }
    const file = path.join(
      folder,
      `program-${programs.findIndex((each) => each.code === code)}.${known.extension}`,
    );
    await writeFile(file, code);
    const environment = { ...known.environment, ...(await keysOf(options)) };
    const [command, ...args] = known.start(file);
    const lines = (await printed(command, args, environment)).trim().split('\n');
    expect(lines.at(-1)).toMatch(code.includes('/oauth2/authorize') ? /jonas_berg$/ : /^mira_holm$/);
  });
});
