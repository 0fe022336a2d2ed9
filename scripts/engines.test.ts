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

/** A machine on which there is nothing but `there`, what `apt-get install` brings, and a list of what was run. */
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
  test('FIREFOX_PATH comes first, and nothing else is taken when it starts no browser', () => {
    const environment = { PATH: '/usr/bin', FIREFOX_PATH: '/opt/mine' };
    expect(findFirefox(machineWith(['/opt/mine', firefox], { environment }).machine)).toBe('/opt/mine');
    const { machine, ran } = machineWith([firefox], { environment });
    expect(() => findOrInstallFirefox(machine)).toThrow(
      'FIREFOX_PATH names no browser that starts: /opt/mine',
    );
    expect(ran).toEqual([]);
  });

  test('what is on PATH is taken, and where it is on macOS', () => {
    expect(findFirefox(machineWith([firefox]).machine)).toBe(firefox);
    expect(findFirefox(machineWith(['/usr/local/bin/firefox']).machine)).toBe('/usr/local/bin/firefox');
    const mac = '/Applications/Firefox.app/Contents/MacOS/firefox';
    expect(findFirefox(machineWith([mac], { platform: 'darwin' }).machine)).toBe(mac);
    expect(findFirefox(machineWith([]).machine)).toBeNull();
  });

  test('it is installed on a Debian that has none, and elsewhere the error says what to do', () => {
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
  test('driver, browser and display are found, or named', () => {
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

  test('they are installed on a Debian that lacks one, and elsewhere the error names what is missing', () => {
    const { machine, ran } = machineWith([webkit.xvfb]);
    expect(findOrInstallWebKit(machine)).toEqual(webkit);
    expect(ran[1]).toBe('apt-get install -y --no-install-recommends webkit2gtk-driver xvfb');
    const other = machineWith([webkit.xvfb], { isRoot: false });
    expect(() => findOrInstallWebKit(other.machine)).toThrow('WebKitWebDriver, MiniBrowser not found');
    expect(other.ran).toEqual([]);
  });
});
