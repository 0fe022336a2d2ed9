import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

/** What finding a browser needs of the machine. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
  readonly isDebian: boolean;
  /** Where Playwright keeps its Chromium; null if it has no location. */
  readonly playwrightsOwn: () => string | null;
  /** Whether the file is a browser that starts here. */
  readonly starts: (file: string) => boolean;
  /** Runs a command to its end. It may fail: only its effects count. */
  readonly run: (command: string, args: readonly string[]) => void;
}

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function usualPlaces({ platform, environment }: Machine): readonly string[] {
  if (platform === 'darwin')
    return [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ];
  if (platform !== 'win32') return [];
  return ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].map((variable) =>
    path.win32.join(environment[variable] ?? 'C:\\', 'Google', 'Chrome', 'Application', 'chrome.exe'),
  );
}

const advice = `No Chromium was found for the end-to-end tests. Any one of these helps:
  CHROMIUM_PATH=/path/to/chromium npm test     a Chromium or Chrome that is already there
  npx playwright install --with-deps chromium  the one that Playwright brings
  apt-get install chromium                     Debian's`;

const isRoot = process.getuid?.() === 0;

/**
 * The features that Playwright 1.65 switches off. Chromium only uses the last of several lists, so this one replaces
 * Playwright's. It also switches off the suggestions under the address bar, which no one sees here: Chromium draws
 * them with pages of its own, loads these again for every window, and uses as much processor time for them as the
 * playground takes.
 */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** Quiet, and without network traffic of its own. Chromium refuses to start as root with its sandbox. */
export const chromiumArgs: readonly string[] = [
  `--disable-features=${withoutFeatures.join(',')}`,
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

/** CHROMIUM_PATH, else Playwright's own, else the system's. Throws when the browser in CHROMIUM_PATH does not start. */
export function findBrowser(machine: Machine = thisMachine): string | null {
  const { environment, platform, starts } = machine;
  const named = environment['CHROMIUM_PATH'];
  if (named) {
    if (!starts(named)) throw new Error(`CHROMIUM_PATH names no browser that starts: ${named}`);
    return named;
  }
  const names = platform === 'win32' ? path.win32 : path.posix;
  const folders = (environment['PATH'] ?? '').split(names.delimiter).filter((folder) => folder !== '');
  const onPath = commands.flatMap((command) => folders.map((folder) => names.join(folder, command)));
  const candidates = [machine.playwrightsOwn(), ...onPath, ...usualPlaces(machine)];
  return candidates.find((candidate) => candidate !== null && starts(candidate)) ?? null;
}

/** Like `findBrowser`, but installs one if there is none. Throws with instructions when that fails too. */
export function findOrInstallBrowser(machine: Machine = thisMachine): string {
  const found = findBrowser(machine);
  if (found !== null) return found;
  for (const install of [withPlaywright, withApt]) {
    install(machine);
    const installed = findBrowser(machine);
    if (installed !== null) return installed;
  }
  throw new Error(advice);
}

function withPlaywright({ run }: Machine): void {
  run('npx', ['playwright', 'install', 'chromium']);
}

function withApt({ isRoot, isDebian, run }: Machine): void {
  if (!isRoot || !isDebian) return;
  run('apt-get', ['update']);
  run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
}

export const thisMachine: Machine = {
  platform: process.platform,
  environment: process.env,
  isRoot,
  isDebian: existsSync('/etc/debian_version'),
  playwrightsOwn,
  starts,
  run,
};

function playwrightsOwn(): string | null {
  try {
    return chromium.executablePath() || null;
  } catch {
    return null;
  }
}

/** Starts it, so that a missing system library fails here instead of in every test. */
function starts(file: string): boolean {
  if (!isExecutable(file)) return false;
  if (process.platform === 'win32') return true; // chrome.exe --version opens a window
  return spawnSync(file, ['--version'], { timeout: 30_000, stdio: 'ignore' }).status === 0;
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function run(command: string, args: readonly string[]): void {
  console.log(`$ ${command} ${args.join(' ')}`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const shell = process.platform === 'win32';
  spawnSync(command, args, { stdio: 'inherit', timeout: 5 * 60_000, env: environment, shell });
}
