import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFile, realpath, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

export interface ServerOptions {
  /** The folder whose files are served. Nothing outside it is, not even through a link. */
  root: string;
  /** The path under which the folder is served, with a slash at both ends. Default `/`. */
  base?: string;
  /** Default 0: any free port. */
  port?: number;
  /** Whether it has a file, relative to the root, at this moment: a server may lose files that it had. */
  has?: (file: string) => boolean;
  /** Whether to tell browsers to cache nothing. */
  noStore?: boolean;
  /** Files from elsewhere, by the name under which they are served too. */
  files?: Readonly<Record<string, string>>;
}

/** A file that was sent, in full or as a 304. */
export interface Served {
  /** Relative to the root, with `/`. */
  readonly file: string;
  readonly status: number;
}

export interface StaticServer {
  /** With the base, and so with a slash at its end. */
  readonly url: string;
  readonly origin: string;
  /** Every file sent so far, in order. */
  readonly served: readonly Served[];
  close(): Promise<void>;
}

/** Serves a folder on 127.0.0.1. Rejects when the port is taken (`code: 'EADDRINUSE'`) or the root is missing. */
export async function serve({
  root,
  base = '/',
  port = 0,
  has = () => true,
  noStore = false,
  files = {},
}: ServerOptions): Promise<StaticServer> {
  const site: Site = { root: await realpath(root), base: slashed(base), served: [], has, noStore, files };
  const server = createServer((request, response) => {
    answer(site, request, response).catch((error: unknown) => {
      end(response, 500, { 'content-type': 'text/plain' }, String(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin + site.base,
    origin,
    served: site.served,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

interface Site {
  readonly root: string;
  readonly base: string;
  readonly served: Served[];
  readonly has: (file: string) => boolean;
  readonly noStore: boolean;
  readonly files: Readonly<Record<string, string>>;
}

const slashed = (base: string) => `/${base}/`.replace(/\/{2,}/g, '/');

async function answer(site: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    end(response, 405, { allow: 'GET, HEAD' });
    return;
  }
  const pathname = decodedPath(request.url ?? '/');
  if (pathname === null) {
    end(response, 400, {});
  } else if (pathname + '/' === site.base) {
    end(response, 308, { location: site.base });
  } else if (!pathname.startsWith(site.base)) {
    end(response, 404, { 'content-type': 'text/plain' }, `Nothing here. The playground is at ${site.base}\n`);
  } else {
    await sendFile(site, pathname.slice(site.base.length), request, response);
  }
}

/** null for an invalid path: broken percent-encoding or a NUL. */
function decodedPath(target: string): string | null {
  try {
    const pathname = decodeURIComponent(target.replace(/[?#].*$/s, ''));
    return pathname.startsWith('/') && !pathname.includes('\0') ? pathname : null;
  } catch {
    return null;
  }
}

async function sendFile(site: Site, name: string, request: IncomingMessage, response: ServerResponse) {
  const elsewhere = Object.hasOwn(site.files, name) ? site.files[name] : undefined;
  const file =
    elsewhere === undefined
      ? await locate(site.root, name === '' || name.endsWith('/') ? `${name}index.html` : name)
      : await locate(path.dirname(elsewhere), path.basename(elsewhere));
  if (file === null || !site.has(file.name)) {
    end(response, 404, { 'content-type': 'text/plain' }, 'No such file.\n');
    return;
  }
  const headers = {
    'content-type': contentTypes[path.extname(file.path)] ?? 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'cache-control': site.noStore ? 'no-store' : freshness(name),
    etag: file.etag,
  };
  const known = request.headers['if-none-match'] === file.etag;
  site.served.push({ file: file.name, status: known ? 304 : 200 });
  if (known) end(response, 304, headers);
  else end(response, 200, headers, await readFile(file.path), request.method === 'HEAD');
}

/** Vite puts a hash of the content into the names of assets, so they never change. */
const freshness = (name: string): string =>
  name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';

/** null if there is no such file inside the root. */
async function locate(root: string, name: string) {
  try {
    const real = await realpath(path.join(root, name));
    const info = await stat(real);
    if (!real.startsWith(root + path.sep) || !info.isFile()) return null;
    const etag = `"${info.size.toString(36)}-${info.mtimeMs.toString(36)}"`;
    return { path: real, name: path.relative(root, real).split(path.sep).join('/'), etag };
  } catch {
    return null;
  }
}

function end(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Uint8Array = '',
  headOnly = false,
): void {
  const length = status === 304 ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  response.writeHead(status, { ...headers, ...length });
  response.end(headOnly ? undefined : body);
}
