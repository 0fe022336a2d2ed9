/** The platform over HTTP on this machine, for a terminal, an SDK or a test suite in any language. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { families } from '../../engine/inside.ts';
import type { Credential, HeaderList, Platform } from '../../engine/inside.ts';
import { addressOf } from './addresses.ts';
import { BadInput } from './bad-input.ts';
import { control, controlPath } from './control.ts';
import { DataFolder } from './data-folder.ts';
import { checkControl, checkHost, checkOrigin, isAllowed } from './guard.ts';
import type { Doors, Head, TurnedAway } from './guard.ts';
import { headOf, requestOf, writeOutcome } from './messages.ts';
import type { Received } from './messages.ts';
import type { Wording } from './names/wording.ts';
import { ServedWorld } from './served-world.ts';
import { Site, sitePath } from './site.ts';
import { settingsOf } from './settings.ts';
import type { ServeOptions, Settings } from './settings.ts';

export { BadInput } from './bad-input.ts';
export type { ServeOptions } from './settings.ts';

export interface LocalServer {
  /** The base address of both APIs, without a trailing slash. */
  readonly url: string;
  /** The address of the control path, which controls the clock, the plan and the rest. */
  readonly control: string;
  /** The address of the page that is attached to the server; null without `site`. */
  readonly page: string | null;
  /** The keys and tokens of the first world, and those that attached pages keep. */
  readonly credentials: readonly Credential[];
  /** The current platform. `reset` replaces it. */
  readonly platform: Platform;
  /** Replaces everything with the first world. */
  reset(): Promise<void>;
  /** Answers the calls under way, ends streams, and releases the port. */
  close(): Promise<void>;
}

/** How long a closing server waits for calls under way, in ms. */
const patienceMs = 5000;

/** Rejects with `BadInput` for invalid options and for a port in use. Several servers share nothing. */
export async function serve(options: ServeOptions = {}): Promise<LocalServer> {
  const settings = await settingsOf(options);
  const { port, host, allowOrigins } = settings;
  const server = createServer();
  await listen(server, host, port);
  const url = addressOf(host, portOf(server));
  const doors = { url, host: new URL(url).host, allowOrigins, isPage };
  const opening = openWorld(url, settings).then(
    async (world) =>
      new Desk(
        world,
        doors,
        settings.mapped.wording,
        settings.site === null ? null : await Site.open(settings.site, world),
      ),
  );
  // A client that knows the port may call before the world is ready.
  const early = (request: IncomingMessage, response: ServerResponse): void =>
    void opening.then(
      (desk) => desk.answer(request, response),
      () => response.destroy(),
    );
  server.on('request', early);
  const desk = await opening.catch((error: unknown) => {
    server.close();
    server.closeAllConnections();
    throw error;
  });
  server.off('request', early);
  server.on('request', (request, response) => void desk.answer(request, response));
  const { world } = desk;
  return {
    url,
    control: url + controlPath,
    page: settings.site === null ? null : url + controlPath + sitePath,
    get credentials() {
      return world.credentials;
    },
    get platform() {
      return world.platform;
    },
    reset: () => world.reset(),
    close: () => close(server, world),
  };
}

async function openWorld(url: string, settings: Settings): Promise<ServedWorld> {
  const { beginning, mapped, isChosen } = settings;
  const isWitnessed = settings.site !== null;
  if (settings.data === null) return ServedWorld.open(url, beginning, mapped, null, isWitnessed);
  const data = await DataFolder.open(settings.data);
  try {
    if (data.found && isChosen)
      throw new BadInput(
        `${settings.data} already has a world: leave out the scenario, the snapshot and the seed`,
      );
    return await ServedWorld.open(url, beginning, mapped, data, isWitnessed);
  } catch (error) {
    await data.close();
    throw error;
  }
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE' || error.code === 'EACCES'
          ? new BadInput(
              `Port ${port} of ${host} ${error.code === 'EACCES' ? 'is not allowed' : 'is in use'}: choose another with --port`,
            )
          : error.code === 'EADDRNOTAVAIL'
            ? new BadInput(`${host} is not an address of this machine`)
            : error,
      );
    });
    server.listen(port, host, resolve);
  });
}

function close(server: Server, world: ServedWorld): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => {
      server.closeAllConnections();
    }, patienceMs);
    server.close(() => {
      clearTimeout(late);
      void world.close().then(resolve);
    });
    world.stop();
    server.closeIdleConnections();
  });
}

/** Whether the path belongs to a page of the platform, which browsers open. */
async function isPage(path: string): Promise<boolean> {
  pages ??= Promise.all(families.filter(({ id }) => id.startsWith('oauth')).map(({ load }) => load())).then(
    (endpoints) =>
      new Set(endpoints.flat().flatMap((each) => (each.page ? [each.path, ...each.aliases] : []))),
  );
  return (await pages).has(path);
}
let pages: Promise<ReadonlySet<string>> | undefined;

/** Checks each call and answers it. */
class Desk {
  constructor(
    readonly world: ServedWorld,
    private readonly doors: Doors,
    private readonly wording: Wording | null,
    private readonly site: Site | null,
  ) {}

  /** Never rejects. */
  async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const head = headOf(incoming);
      const isControl = /^\/__playground(?:[/?]|$)/.test(head.target);
      const away =
        checkHost(head, this.doors) ??
        (isControl
          ? checkControl(head, this.doors)
          : head.origin === undefined
            ? null
            : await checkOrigin(head, this.doors));
      if (away) turnAway(response, away);
      else if (isIcon(head)) response.writeHead(204).end();
      else if (isControl) await this.#control(head, incoming, response);
      else await this.#call(head, incoming, response);
    } catch (error) {
      // Either the client has disconnected, or it is our bug, which must not stop the server.
      if (!response.destroyed && !incoming.destroyed) console.error(error);
      response.destroy();
    }
  }

  async #control(head: Received, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await this.site?.answer(head.target.slice(controlPath.length), incoming, response)) return;
    await control(this.world, await requestOf(head, incoming, this.doors.url), response);
  }

  async #call(head: Received, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origin } = head;
    const cors = origin !== undefined && isAllowed(origin, this.doors) ? corsFor(origin) : [];
    if (cors.length > 0 && isPreflight(head)) {
      response.writeHead(204, [...cors, ...preflight].flat());
      response.end();
      return;
    }
    const { wording, world, doors } = this;
    // Each wait that is not needed costs a call more than what the server itself does for it.
    const received = requestOf(head, incoming, doors.url);
    const request = received instanceof Promise ? await received : received;
    const outcome = world.watched(
      await world.platform.handle(wording?.request(request, doors.url) ?? request),
    );
    const written = writeOutcome(response, wording?.outcome(outcome) ?? outcome, cors);
    if (written) await written;
  }
}

/** The icon that a browser asks for after any page. It is no call, and would stand in the log between those of a test. */
const isIcon = ({ method, target, fetchMode }: Head): boolean =>
  method === 'GET' && target === '/favicon.ico' && fetchMode === 'no-cors';

function turnAway(response: ServerResponse, { status, because }: TurnedAway): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  response.end(`${because}\n`);
}

const isPreflight = ({ method, asksFor }: Received): boolean => method === 'OPTIONS' && asksFor !== undefined;

const corsFor = (origin: string): HeaderList => [
  ['access-control-allow-origin', origin],
  ['access-control-expose-headers', '*'],
  ['vary', 'origin'],
];

const preflight: HeaderList = [
  ['access-control-allow-headers', 'authorization, content-type'],
  ['access-control-allow-methods', 'GET, HEAD, POST, PUT, DELETE, OPTIONS'],
  ['access-control-allow-private-network', 'true'],
];
