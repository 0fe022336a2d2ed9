import { describe, expect, test } from 'vitest';
import { findFirefox, findOrInstallFirefox, findOrInstallWebKit } from './engines.ts';
import type { EngineMachine } from './engines.ts';

const debians = {
  firefox: '/usr/bin/firefox-esr',
  driver: '/usr/bin/WebKitWebDriver',
  miniBrowser: '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  xvfb: '/usr/bin/Xvfb',
};
const { firefox, ...webkit } = debians;

/** A machine with only what is in `there` and what `apt-get install` adds, with a list of the commands that were run. */
function machineWith(there: readonly string[], unusual: Partial<EngineMachine> = {}) {
  const ran: string[] = [];
  const files = new Set(there);
  const machine: EngineMachine = {
    platform: 'linux',
    environment: { PATH: '/usr/local/bin:/usr/bin' },
    isRoot: true,
    isDebian: true,
    playwrightsOwn: () => null,
    starts: (file) => files.has(file),
    isThere: (file) => files.has(file),
    namesIn: (folder) => (folder === '/usr/lib' ? ['x86_64-linux-gnu'] : []),
    run: (command, args) => {
      ran.push([command, ...args].join(' '));
      if (args.includes('firefox-esr')) files.add(firefox);
      if (args.includes('webkit2gtk-driver')) for (const file of Object.values(webkit)) files.add(file);
    },
    ...unusual,
  };
  return { machine, ran };
}

describe('finding Firefox', () => {
  test('FIREFOX_PATH comes first, and nothing else is used when it does not start', () => {
    const environment = { PATH: '/usr/bin', FIREFOX_PATH: '/opt/mine' };
    expect(findFirefox(machineWith(['/opt/mine', firefox], { environment }).machine)).toBe('/opt/mine');
    const { machine, ran } = machineWith([firefox], { environment });
    expect(() => findOrInstallFirefox(machine)).toThrow(
      'FIREFOX_PATH names no browser that starts: /opt/mine',
    );
    expect(ran).toEqual([]);
  });

  test('browsers on PATH and in the macOS location are found', () => {
    expect(findFirefox(machineWith([firefox]).machine)).toBe(firefox);
    expect(findFirefox(machineWith(['/usr/local/bin/firefox']).machine)).toBe('/usr/local/bin/firefox');
    const mac = '/Applications/Firefox.app/Contents/MacOS/firefox';
    expect(findFirefox(machineWith([mac], { platform: 'darwin' }).machine)).toBe(mac);
    expect(findFirefox(machineWith([]).machine)).toBeNull();
  });

  test('it is installed on Debian if missing, and elsewhere the error says what to do', () => {
    const { machine, ran } = machineWith([]);
    expect(findOrInstallFirefox(machine)).toBe(firefox);
    expect(ran).toEqual(['apt-get update', 'apt-get install -y --no-install-recommends firefox-esr']);
    for (const unusual of [{ isRoot: false }, { isDebian: false }]) {
      const other = machineWith([], unusual);
      expect(() => findOrInstallFirefox(other.machine)).toThrow('apt-get install firefox-esr');
      expect(other.ran).toEqual([]);
    }
  });
});

describe('finding WebKit', () => {
  test('driver, browser and display are found, or reported', () => {
    expect(findOrInstallWebKit(machineWith(Object.values(webkit)).machine)).toEqual(webkit);
    const fedoras = '/usr/libexec/webkitgtk-6.0/MiniBrowser';
    const environment = { PATH: '/usr/bin', XVFB_PATH: '/opt/Xvfb' };
    const { machine } = machineWith([webkit.driver, fedoras], { environment, isDebian: false });
    expect(findOrInstallWebKit(machine)).toEqual({
      driver: webkit.driver,
      miniBrowser: fedoras,
      xvfb: '/opt/Xvfb',
    });
  });

  test('they are installed on Debian if one is missing, and elsewhere the error names what is missing', () => {
    const { machine, ran } = machineWith([webkit.xvfb]);
    expect(findOrInstallWebKit(machine)).toEqual(webkit);
    expect(ran[1]).toBe('apt-get install -y --no-install-recommends webkit2gtk-driver xvfb');
    const other = machineWith([webkit.xvfb], { isRoot: false });
    expect(() => findOrInstallWebKit(other.machine)).toThrow('WebKitWebDriver, MiniBrowser not found');
    expect(other.ran).toEqual([]);
  });
});
