/** Finds Firefox and WebKit for `npm run test:browsers`, or installs them if Debian's packages are available. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { isExecutable, thisMachine } from './browser.ts';
import type { Machine } from './browser.ts';

export interface EngineMachine extends Machine {
  /** Whether an executable file exists. Starting these programs as a test would need a display, or would not return. */
  readonly isThere: (file: string) => boolean;
  /** The names in a folder; none if it does not exist. */
  readonly namesIn: (folder: string) => readonly string[];
}

/** What is needed to drive WebKit: a driver, its browser, and a display. */
export interface WebKitTools {
  readonly driver: string;
  readonly miniBrowser: string;
  readonly xvfb: string;
}

const advice = {
  firefox: `No Firefox was found for the tests of the three engines. Any one of these helps:
  FIREFOX_PATH=/path/to/firefox npm run test:browsers  one that is already there
  apt-get install firefox-esr                          Debian's
  npm run test:browsers -- chromium webkit             the others alone`,
  webkit: (missing: readonly string[]) => `WebKit cannot be driven here: ${missing.join(', ')} not found.
  apt-get install webkit2gtk-driver xvfb    on Debian and Ubuntu
  npm run test:browsers -- chromium firefox the others alone
WEBKIT_DRIVER_PATH, MINIBROWSER_PATH and XVFB_PATH name them where they stand in other places. macOS and Windows
have no WebKitGTK.`,
};

/** FIREFOX_PATH, else the system's. Throws when the browser in FIREFOX_PATH does not start. */
export function findFirefox(machine: EngineMachine = here): string | null {
  const { environment, platform, starts } = machine;
  const named = environment['FIREFOX_PATH'];
  if (named) {
    if (!starts(named)) throw new Error(`FIREFOX_PATH names no browser that starts: ${named}`);
    return named;
  }
  const usual = platform === 'darwin' ? ['/Applications/Firefox.app/Contents/MacOS/firefox'] : [];
  const candidates = [...['firefox-esr', 'firefox'].flatMap((name) => onPath(name, machine)), ...usual];
  return candidates.find(starts) ?? null;
}

/** Like `findFirefox`, but installs one if there is none. Throws with instructions when that fails too. */
export function findOrInstallFirefox(machine: EngineMachine = here): string {
  const found = findFirefox(machine) ?? (install(machine, ['firefox-esr']), findFirefox(machine));
  if (found === null) throw new Error(advice.firefox);
  return found;
}

export function findWebKit(machine: EngineMachine = here): Partial<WebKitTools> {
  const { environment, isThere } = machine;
  const first = (variable: string, candidates: readonly string[]) =>
    environment[variable] || candidates.find(isThere);
  const driver = first('WEBKIT_DRIVER_PATH', onPath('WebKitWebDriver', machine));
  const miniBrowser = first('MINIBROWSER_PATH', miniBrowsers(machine));
  const xvfb = first('XVFB_PATH', onPath('Xvfb', machine));
  return { ...(driver && { driver }), ...(miniBrowser && { miniBrowser }), ...(xvfb && { xvfb }) };
}

/** Like `findWebKit`, but installs what is missing. Throws with instructions when that fails too. */
export function findOrInstallWebKit(machine: EngineMachine = here): WebKitTools {
  let found = findWebKit(machine);
  if (missingOf(found).length > 0) {
    install(machine, ['webkit2gtk-driver', 'xvfb']);
    found = findWebKit(machine);
  }
  const { driver, miniBrowser, xvfb } = found;
  if (!driver || !miniBrowser || !xvfb) throw new Error(advice.webkit(missingOf(found)));
  return { driver, miniBrowser, xvfb };
}

const missingOf = ({ driver, miniBrowser, xvfb }: Partial<WebKitTools>): string[] => [
  ...(driver ? [] : ['WebKitWebDriver']),
  ...(miniBrowser ? [] : ['MiniBrowser']),
  ...(xvfb ? [] : ['Xvfb']),
];

function onPath(name: string, { environment, platform }: EngineMachine): readonly string[] {
  const names = platform === 'win32' ? path.win32 : path.posix;
  const folders = (environment['PATH'] ?? '').split(names.delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => names.join(folder, name));
}

/** Each distribution keeps it beside the library, in a folder named after its API version. */
function miniBrowsers({ namesIn }: EngineMachine): readonly string[] {
  const roots = [
    '/usr/libexec',
    '/usr/lib64',
    '/usr/lib',
    ...namesIn('/usr/lib').map((name) => `/usr/lib/${name}`),
  ];
  return roots.flatMap((root) =>
    ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map((name) => `${root}/${name}/MiniBrowser`),
  );
}

function install({ isRoot, isDebian, run }: EngineMachine, packages: readonly string[]): void {
  if (!isRoot || !isDebian) return;
  run('apt-get', ['update']);
  run('apt-get', ['install', '-y', '--no-install-recommends', ...packages]);
}

const here: EngineMachine = {
  ...thisMachine,
  isThere: isExecutable,
  namesIn: (folder) => {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  },
};
