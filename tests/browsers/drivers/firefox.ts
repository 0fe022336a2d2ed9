/** Firefox through WebDriver BiDi, which it supports itself. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Bidi } from './bidi.ts';
import { fromJson, sourceOf, toJson } from './driver.ts';
import type { Browser, Driver, OnDisk, Profile, Tab } from './driver.ts';
import { inOwnFolder } from './folder.ts';
import { clicking, pressing } from './keys.ts';
import { drivenOrKilled, startGroup } from './processes.ts';
import type { Group } from './processes.ts';

export function firefox(file: string): Driver {
  return {
    engine: 'firefox',
    asksItself: /\.(mozilla\.(org|com|net)|firefox\.com|mozgcp\.net)\b/,
    start: (proxy, profile = {}) =>
      inOwnFolder('firefox', (folder) =>
        launch(file, folder, { ...throughProxy(proxy), ...settingsOf(profile) }),
      ),
    async startOnDisk(folder, url): Promise<OnDisk> {
      const browser = await launch(file, folder, {});
      const page = await browser.newTab();
      await page.goto(url);
      return { page, kill: () => browser.kill() };
    },
  };
}

type Settings = Readonly<Record<string, string | number | boolean>>;

/** Nothing special to do; a start after a kill is like any other start. */
const quiet: Settings = {
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.sessionstore.resume_from_crash': false,
  'toolkit.startup.max_resumed_crashes': -1,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': '',
  'media.gmp-manager.updateEnabled': false,
  'media.gmp-manager.url': '',
};

function throughProxy(proxy: string): Settings {
  const [host, port] = proxy.split(':') as [string, string];
  return {
    'network.proxy.type': 1,
    'network.proxy.http': host,
    'network.proxy.http_port': Number(port),
    'network.proxy.ssl': host,
    'network.proxy.ssl_port': Number(port),
    'network.proxy.no_proxies_on': '127.0.0.1',
  };
}

const settingsOf = ({ isDenied, roomKiB }: Profile): Settings => ({
  ...(isDenied && { 'network.cookie.cookieBehavior': 2 }),
  ...(roomKiB !== undefined && { 'dom.quotaManager.temporaryStorage.fixedLimit': roomKiB }),
});

async function launch(file: string, folder: string, settings: Settings): Promise<Browser> {
  const lines = Object.entries({ ...quiet, ...settings }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  const profile = path.join(folder, 'profile');
  await mkdir(profile, { recursive: true });
  await writeFile(path.join(profile, 'user.js'), lines.join(''));
  const group = await startGroup(
    file,
    ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile],
    { HOME: folder, MOZ_CRASHREPORTER_DISABLE: '1' },
    /BiDi listening on (ws:\S+)/,
  );
  return drivenOrKilled(group, () => drive(group, group.said));
}

async function drive(group: Group, address: string): Promise<Browser> {
  const faults: string[] = [];
  const bidi = await Bidi.connect(`${address}/session`, (method, params) => {
    const { level, text } = params as { level?: string; text?: string };
    if (method === 'log.entryAdded' && level === 'error') faults.push(text ?? '');
  });
  const { capabilities } = await bidi.send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  });
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] });
  return {
    version: capabilities.browserVersion,
    faults,
    kill: () => group.kill(),
    async newTab() {
      const { context } = await bidi.send<{ context: string }>('browsingContext.create', { type: 'tab' });
      return tabOf(bidi, context);
    },
  };
}

type Outcome =
  | { type: 'success'; result: { value: string } }
  | { type: 'exception'; exceptionDetails: { text: string } };

function tabOf(bidi: Bidi, context: string): Tab {
  const perform = async (actions: object[]) => {
    await bidi.send('input.performActions', { context, actions });
  };
  return {
    async goto(url) {
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async evaluate<R>(run: (arg: never) => R | Promise<R>, arg?: unknown): Promise<R> {
      const outcome = await bidi.send<Outcome>('script.callFunction', {
        functionDeclaration: sourceOf(run),
        arguments: [{ type: 'string', value: toJson(arg) }],
        target: { context },
        awaitPromise: true,
      });
      if (outcome.type === 'exception') throw new Error(outcome.exceptionDetails.text);
      return fromJson(outcome.result.value) as R;
    },
    clickAt: (point) => perform(clicking(point)),
    press: (...keys) => perform(pressing([keys])),
    pressAll: (chords) => perform(pressing(chords)),
    async close() {
      await bidi.send('browsingContext.close', { context });
    },
  };
}
