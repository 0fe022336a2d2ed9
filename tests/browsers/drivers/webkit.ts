/** WebKit through WebDriver, in WebKitGTK's own browser, on a virtual display. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { WebKitTools } from '../../../scripts/engines.ts';
import { Classic } from './classic.ts';
import { fromJson, sourceOf, toJson } from './driver.ts';
import type { Browser, Driver, OnDisk, Tab } from './driver.ts';
import { inOwnFolder } from './folder.ts';
import { clicking, pressing } from './keys.ts';
import { drivenOrKilled, startGroup } from './processes.ts';
import { steppingStone } from './steps.ts';

export async function webkit({ driver, miniBrowser, xvfb }: WebKitTools): Promise<Driver> {
  const screen = ['-screen', '0', '1600x1000x24', '-nolisten', 'tcp'];
  const { said } = await startGroup(xvfb, ['-displayfd', '1', ...screen], {}, /^(\d+)\n/m);
  const display = { DISPLAY: `:${said}` };
  return {
    engine: 'webkit',
    asksItself: null,
    start: (proxy) =>
      inOwnFolder('webkit', (folder) =>
        launch(driver, miniBrowser, { ...display, ...homeOf(folder) }, proxy),
      ),
    startOnDisk: (folder, url) => launchOnDisk(miniBrowser, { ...display, ...homeOf(folder) }, url),
  };
}

const homeOf = (folder: string) => ({
  HOME: folder,
  XDG_DATA_HOME: path.join(folder, 'data'),
  XDG_CACHE_HOME: path.join(folder, 'cache'),
  XDG_CONFIG_HOME: path.join(folder, 'config'),
});

async function launch(
  driver: string,
  miniBrowser: string,
  environment: Readonly<Record<string, string>>,
  proxy: string,
): Promise<Browser> {
  const port = await freePort();
  const group = await startGroup(driver, [`--port=${port}`], environment);
  return drivenOrKilled(group, async () => {
    const address = `http://127.0.0.1:${port}`;
    await answers(address);
    const session = await Classic.connect(address, {
      'webkitgtk:browserOptions': {
        binary: miniBrowser,
        // Not through the capability `proxy`: its `noProxy` sometimes ends the browser (decisions/browsers.md).
        args: ['--automation', `--proxy=http://${proxy}`, '--ignore-host=127.0.0.1'],
      },
    });
    await session.inTurn((send) => send('POST', '/window/rect', { width: 1440, height: 900 }));
    const chosen = { handle: '' };
    return {
      version: session.version,
      faults: null,
      async newTab() {
        const { handle } = await session.inTurn((send) =>
          send<{ handle: string }>('POST', '/window/new', { type: 'window' }),
        );
        return tabOf(session, handle, chosen);
      },
      kill: () => group.kill(),
    };
  });
}

/** Automation gives it a profile only in memory: one on disk is driven from within (steps.ts). */
async function launchOnDisk(
  miniBrowser: string,
  environment: Readonly<Record<string, string>>,
  url: string,
): Promise<OnDisk> {
  const stone = await steppingStone(url);
  const group = await startGroup(miniBrowser, [stone.url], environment);
  return {
    page: stone.page,
    async kill() {
      await group.kill();
      await stone.close();
    },
  };
}

/** `chosen` is the window that commands apply to. Choosing it takes the focus out of a frame in it. */
function tabOf(session: Classic, handle: string, chosen: { handle: string }): Tab {
  const inTab: Classic['inTurn'] = (commands) =>
    session.inTurn(async (send) => {
      if (chosen.handle !== handle) await send('POST', '/window', { handle });
      chosen.handle = handle;
      return commands(send);
    });
  const perform = async (actions: object[]) => {
    await inTab((send) => send('POST', '/actions', { actions }));
  };
  let calls = 0;

  /** A call is started by one command and followed by others, so several can be under way. */
  async function call(source: string, arg: string): Promise<string> {
    const id = `call ${calls++}`;
    await inTab((send) => send('POST', '/execute/sync', { script: beginning(source), args: [id, arg] }));
    for (let wait = 4; ; wait = Math.min(wait * 2, 64)) {
      const told = await inTab((send) =>
        send<Told | null>('POST', '/execute/sync', { script: looking, args: [id] }),
      );
      if (told === null) throw new Error('The page went before its answer came');
      if (told.error !== undefined) throw new Error(told.error);
      if (told.value !== undefined) return told.value;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  return {
    async goto(url) {
      await inTab((send) => send('POST', '/url', { url }));
    },
    evaluate: async <R>(run: (arg: never) => R | Promise<R>, arg?: unknown): Promise<R> =>
      fromJson(await call(sourceOf(run), toJson(arg))) as R,
    clickAt: (point) => perform(clicking(point)),
    press: (...keys) => perform(pressing([keys])),
    pressAll: (chords) => perform(pressing(chords)),
    async close() {
      await inTab((send) => send('DELETE', '/window'));
    },
  };
}

interface Told {
  readonly value?: string;
  readonly error?: string;
}

const beginning = (source: string): string => `
  const [id, arg] = arguments;
  const calls = (window.callsOfTheDriver ??= {});
  calls[id] = {};
  (${source})(arg).then((value) => (calls[id] = { value }), (error) => (calls[id] = { error: String(error) }));`;

const looking = `
  const told = window.callsOfTheDriver?.[arguments[0]] ?? null;
  if (told && Object.keys(told).length > 0) delete window.callsOfTheDriver[arguments[0]];
  return told;`;

/** The driver cannot choose a port by itself. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answers(address: string): Promise<void> {
  const until = Date.now() + 30_000;
  while (Date.now() < until) {
    if (
      await fetch(`${address}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The driver does not answer at ${address}`);
}
