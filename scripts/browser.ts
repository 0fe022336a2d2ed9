import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const usualPlaces: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].map((variable) =>
    path.join(process.env[variable] ?? 'C:\\', 'Google', 'Chrome', 'Application', 'chrome.exe'),
  ),
};

const advice = `No Chromium was found for the end-to-end tests. Any one of these helps:
  CHROMIUM_PATH=/path/to/chromium npm test     a Chromium or Chrome that is already there
  npx playwright install --with-deps chromium  the one that Playwright brings
  apt-get install chromium                     Debian's`;

/** Quiet, and no network of its own. Chromium refuses to start as root with its sandbox. */
export const chromiumArgs: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

/** CHROMIUM_PATH, else Playwright's own, else the system's. Throws when CHROMIUM_PATH names none that starts. */
export function findBrowser(): string | null {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (!starts(named)) throw new Error(`CHROMIUM_PATH names no browser that starts: ${named}`);
    return named;
  }
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const onPath = commands.flatMap((command) => folders.map((folder) => path.join(folder, command)));
  const candidates = [playwrightsOwn(), ...onPath, ...(usualPlaces[process.platform] ?? [])];
  return candidates.find((candidate) => candidate !== null && starts(candidate)) ?? null;
}

/** As `findBrowser`, and installs one if there is none. Throws with what to do when that fails too. */
export function findOrInstallBrowser(): string {
  const found = findBrowser();
  if (found !== null) return found;
  for (const install of [withPlaywright, withApt]) {
    install();
    const installed = findBrowser();
    if (installed !== null) return installed;
  }
  throw new Error(advice);
}

function playwrightsOwn(): string | null {
  try {
    return chromium.executablePath() || null;
  } catch {
    return null;
  }
}

/** Not only there: a browser that lacks a system library fails here instead of in every test. */
function starts(file: string): boolean {
  if (!isExecutable(file)) return false;
  if (process.platform === 'win32') return true; // chrome.exe --version opens a window
  return spawnSync(file, ['--version'], { timeout: 30_000, stdio: 'ignore' }).status === 0;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function withPlaywright(): void {
  run('npx', ['playwright', 'install', 'chromium']);
}

function withApt(): void {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  run('apt-get', ['update']);
  run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
}

function run(command: string, args: readonly string[]): void {
  console.log(`$ ${command} ${args.join(' ')}`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const shell = process.platform === 'win32';
  spawnSync(command, args, { stdio: 'inherit', timeout: 5 * 60_000, env: environment, shell });
}
