/**
 * `npm start [-- --no-build] [--base /some/path/] [--open]`: builds the site if dist/ is missing or older than its
 * sources, serves it on 127.0.0.1 and prints the address. PORT sets the port; otherwise it is 4173 or the next free
 * one.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { distState } from './dist-state.ts';
import { serve, type StaticServer } from './static-server.ts';

const { values: options } = parseArgs({
  options: {
    'no-build': { type: 'boolean', default: false },
    base: { type: 'string', default: '/' },
    open: { type: 'boolean', default: false },
  },
});

async function makeSure(): Promise<void> {
  const state = await distState();
  if (options['no-build']) {
    if (state === 'missing') throw new Error('There is no dist/ to serve. Run `npm run build` first.');
    return;
  }
  if (state === 'current') return;
  console.log(state === 'missing' ? 'Building dist/ …' : 'The sources are newer than dist/. Building …');
  const { build } = await import('vite');
  await build({ logLevel: 'warn' });
}

async function listen(): Promise<StaticServer> {
  const wanted = process.env['PORT'];
  if (wanted !== undefined && !/^\d{1,5}$/.test(wanted)) throw new Error(`PORT is not a port: ${wanted}`);
  const first = Number(wanted ?? 4173);
  const last = wanted === undefined ? first + 50 : first;
  for (let port = first; ; port++) {
    try {
      return await serve({ root: 'dist', base: options.base, port });
    } catch (error) {
      if (!isTaken(error)) throw error;
      if (port >= last)
        throw new Error(`Port ${port} is taken. Choose another: PORT=8080 npm start`, { cause: error });
    }
  }
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

function openInBrowser(url: string): void {
  const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
    darwin: ['open'],
    win32: ['cmd', '/c', 'start', ''],
  };
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => {
      console.log('No browser could be opened: use the address above.');
    })
    .unref();
}

try {
  await makeSure();
  const server = await listen();
  console.log(`svc Playground is at ${server.url}\nCtrl+C stops it.`);
  if (options.open && process.stdout.isTTY) openInBrowser(server.url);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void server.close().then(() => process.exit(0));
    });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
