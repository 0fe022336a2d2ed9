import { describe, expect, test } from 'vitest';
import { findBrowser, findOrInstallBrowser } from './browser.ts';
import type { Machine } from './browser.ts';

const own = '/home/somebody/.cache/ms-playwright/chromium/chrome';
const debians = '/usr/bin/chromium';

/** A machine on which only the browsers in `there` start, with a list of the commands that were run. */
function machineWith(there: readonly string[], unusual: Partial<Machine> = {}) {
  const ran: string[] = [];
  const machine: Machine = {
    platform: 'linux',
    environment: { PATH: '/usr/local/bin:/usr/bin' },
    isRoot: false,
    isDebian: true,
    playwrightsOwn: () => own,
    starts: (file) => there.includes(file),
    run: (command, args) => void ran.push([command, ...args].join(' ')),
    ...unusual,
  };
  return { machine, ran };
}

const download = 'npx playwright install chromium';
const debian = ['apt-get update', 'apt-get install -y --no-install-recommends chromium'];

describe('finding a browser', () => {
  test('CHROMIUM_PATH comes first, and nothing else is used when it does not start', () => {
    const environment = { PATH: '/usr/bin', CHROMIUM_PATH: '/opt/mine' };
    expect(findBrowser(machineWith(['/opt/mine', own], { environment }).machine)).toBe('/opt/mine');
    const { machine, ran } = machineWith([own, debians], { environment });
    expect(() => findOrInstallBrowser(machine)).toThrow(
      'CHROMIUM_PATH names no browser that starts: /opt/mine',
    );
    expect(ran).toEqual([]);
  });

  test("then Playwright's own, then the system's in the order of its names and of PATH", () => {
    const found = (...there: string[]) => findBrowser(machineWith(there).machine);
    expect(found(debians, own)).toBe(own);
    expect(found('/usr/bin/google-chrome', debians)).toBe(debians);
    expect(found(debians, '/usr/local/bin/chromium')).toBe('/usr/local/bin/chromium');
    expect(found('/usr/local/bin/google-chrome-stable')).toBe('/usr/local/bin/google-chrome-stable');
    expect(found('/opt/chromium')).toBeNull();
  });

  test('an empty CHROMIUM_PATH, no PATH and a Playwright without a location find nothing', () => {
    const tried: string[] = [];
    const nothing = machineWith([], {
      environment: { CHROMIUM_PATH: '' },
      playwrightsOwn: () => null,
      starts: (file) => tried.push(file) === 0,
    });
    expect(findBrowser(nothing.machine)).toBeNull();
    expect(tried).toEqual([]);
  });

  test('where browsers are on macOS and on Windows', () => {
    const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(findBrowser(machineWith([chrome], { platform: 'darwin' }).machine)).toBe(chrome);
    const exe = 'D:\\Programs\\Google\\Chrome\\Application\\chrome.exe';
    const environment = { PATH: 'C:\\Windows;C:\\Tools', ProgramFiles: 'D:\\Programs' };
    expect(findBrowser(machineWith([exe], { platform: 'win32', environment }).machine)).toBe(exe);
    const onPath = machineWith(['C:\\Tools\\chromium'], { platform: 'win32', environment });
    expect(findBrowser(onPath.machine)).toBe('C:\\Tools\\chromium');
  });
});

describe('installing one', () => {
  /** Browsers that appear when a command is run. */
  const machineThatGets = (files: Readonly<Record<string, string>>, unusual: Partial<Machine> = {}) => {
    const there: string[] = [];
    const ran: string[] = [];
    const { machine } = machineWith(there, {
      run(command, args) {
        const line = [command, ...args].join(' ');
        ran.push(line);
        if (files[line]) there.push(files[line]);
      },
      ...unusual,
    });
    return { machine, ran };
  };

  test('nothing is installed where there is one', () => {
    const { machine, ran } = machineWith([debians], { isRoot: true });
    expect(findOrInstallBrowser(machine)).toBe(debians);
    expect(ran).toEqual([]);
  });

  test("Playwright's download is tried first, and is enough", () => {
    const { machine, ran } = machineThatGets({ [download]: own }, { isRoot: true });
    expect(findOrInstallBrowser(machine)).toBe(own);
    expect(ran).toEqual([download]);
  });

  test("then Debian's package, by root on a Debian", () => {
    const { machine, ran } = machineThatGets({ [debian[1]!]: debians }, { isRoot: true });
    expect(findOrInstallBrowser(machine)).toBe(debians);
    expect(ran).toEqual([download, ...debian]);
  });

  test.each([
    ['only by root', { isRoot: false }, [download]],
    ['only on Debian', { isRoot: true, isDebian: false }, [download]],
    ['without effect', { isRoot: true }, [download, ...debian]],
  ])('%s; when nothing helps, the message says what would', (_, unusual, expected) => {
    const { machine, ran } = machineThatGets({}, unusual);
    expect(() => findOrInstallBrowser(machine)).toThrow(
      /^No Chromium was found.*\n.*CHROMIUM_PATH=.*\n.*npx playwright install --with-deps chromium.*\n.*apt-get install chromium/,
    );
    expect(ran).toEqual(expected);
  });
});
