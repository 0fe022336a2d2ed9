/** `--site`: the page beside the platform, and the line that attaches it (decisions/server.md). */
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { text } from '../../engine/inside.ts';
import { BadInput } from './bad-input.ts';
import { bytesOf } from './bytes.ts';
import type { ServedWorld } from './served-world.ts';

/** Behind the path of the control. */
export const sitePath = '/site/';
const linePath = '/line';

/** Of what a page says at once. */
const mostSaid = 16 * 1024 * 1024;
/** What a page may leave unread before it is let go of. */
const mostUnread = 32 * 1024 * 1024;

/** The document of an attached page. */
const page = 'served.html';

/** Where it is beside the package's modules, beside their parts, and in the repository. */
const places = ['site', '../site', '../../dist'];

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  mjs: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
  webmanifest: 'application/manifest+json',
};

const loadChannel = () => import('../attached/channel.ts');
type Channel = Awaited<ReturnType<typeof loadChannel>>;

/** The folder of the page's files. Rejects with `BadInput` where there is none. */
export async function siteFolder(folder?: string): Promise<string> {
  const here = path.dirname(fileURLToPath(import.meta.url));
  for (const each of folder === undefined ? places.map((place) => path.join(here, place)) : [folder])
    if (await isFile(path.join(each, page))) return path.resolve(each);
  throw new BadInput(`The page is not here: ${folder ?? 'this package was packed without site/'}`);
}

const isFile = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  );

export class Site {
  private constructor(
    private readonly folder: string,
    private readonly channel: Channel,
    private readonly pages: InstanceType<Channel['Pages']>,
  ) {}

  static async open(folder: string, world: ServedWorld): Promise<Site> {
    const channel = await loadChannel();
    const pages = new channel.Pages(world);
    world.witness = pages;
    world.onReset(() => {
      pages.replaced();
    });
    world.stopping.addEventListener('abort', () => {
      pages.stop();
    });
    return new Site(folder, channel, pages);
  }

  /** `target`: what follows the path of the control. False for what is not the site's. */
  async answer(target: string, incoming: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const asked = target.replace(/[?#].*$/s, '');
    if (asked === linePath) await this.#line(incoming, response);
    else if (`${asked}/` === sitePath) say(response, 308, '', { location: `.${sitePath}` });
    else if (asked.startsWith(sitePath)) await this.#file(asked.slice(sitePath.length), incoming, response);
    else return false;
    return true;
  }

  async #file(name: string, { method }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (method !== 'GET' && method !== 'HEAD') return say(response, 405, 'The page is read with GET.');
    const isPage = name === '' || name === 'index.html';
    const bytes = await this.#read(isPage ? page : name);
    if (!bytes) return say(response, 404, 'The page has no such file.');
    response.writeHead(200, {
      'content-type': types[path.extname(isPage ? page : name).slice(1)] ?? 'application/octet-stream',
      'content-length': bytes.length,
      'cache-control': name.startsWith('assets/') ? 'max-age=31536000, immutable' : 'no-cache',
      ...headers,
    });
    response.end(method === 'HEAD' ? undefined : bytes);
  }

  /** null for what is no file in the folder. */
  async #read(name: string): Promise<Uint8Array | null> {
    // No name in the build needs an escape, or begins with a dot.
    if (!/^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/.test(name)) return null;
    return readFile(path.join(this.folder, name)).catch(() => null);
  }

  async #line(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (incoming.method === 'GET') return this.#attach(response);
    const bytes = await bytesOf(incoming, mostSaid);
    if (bytes.length > mostSaid) return say(response, 413, 'A page says at most 16 MiB at once.');
    const said = this.channel.saidIn(text(bytes));
    if (!said) say(response, 400, 'The body is not what an attached page says.');
    else if (this.pages.hear(said)) response.writeHead(204).end();
    else say(response, 410, 'This page is not attached any more.');
  }

  /** What the page is told from now on, a line each, until it leaves. */
  #attach(response: ServerResponse): void {
    const { mostPages, toLine } = this.channel;
    const id = this.pages.attach({
      write(message) {
        if (response.writableLength > mostUnread) response.destroy();
        else response.write(`${toLine(message)}\n`);
      },
      end: () => response.end(),
    });
    if (id === null)
      return say(response, 503, `At most ${mostPages} pages are attached at a time: close one of them.`);
    response.once('close', () => {
      this.pages.leave(id);
    });
  }
}

/** None but the page itself frames it, or reads it. */
const headers = {
  'content-security-policy': "frame-ancestors 'self'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

function say(response: ServerResponse, status: number, why: string, more: OutgoingHttpHeaders = {}): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...more });
  response.end(`${why}\n`);
}
