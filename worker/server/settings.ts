/** The options of a server, checked before it listens. */
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { families, isOneOf } from '../../engine/inside.ts';
import type { ScenarioFile } from '../../engine/inside.ts';
import { addressOf, isLoopbackAddress, isLoopbackName, urlOf } from './addresses.ts';
import { BadInput } from './bad-input.ts';
import { readNames } from './names/file.ts';
import { Wording } from './names/wording.ts';
import type { Mapped } from './outward.ts';
import type { Beginning } from './served-world.ts';
import { scenarioFile, scenarioWorld } from './scenario-file.ts';
import { siteFolder } from './site.ts';
import { worldFile } from './world-file.ts';

export interface ServeOptions {
  /** Default 4010; 0 for any free port. */
  readonly port?: number;
  /** A loopback address. Default 127.0.0.1. */
  readonly host?: string;
  /**
   * What the world contains at first: `starter` (the default), `small`, `empty`, the path of a scenario file, or one
   * that `readScenario` read. A file has its own seed.
   */
  readonly scenario?: string | ScenarioFile;
  /** The path of a file that the page exported, to continue from; not together with `scenario` or `seed`. */
  readonly snapshot?: string;
  /**
   * A folder that keeps the world, created if it is missing: a call is answered once its changes are on disk. If the
   * folder has a world, the server continues from it, without `scenario`, `snapshot` and `seed`. Only one server uses it
   * at a time.
   */
  readonly data?: string;
  /** The same seed gives the same people, keys and ids. */
  readonly seed?: string;
  /** Freezes the clock, without a snapshot at 2 March 2026, 09:41:12 UTC. Only the control path moves it. */
  readonly frozen?: boolean;
  /** Where webhooks are sent: http addresses on the loopback, by host name. Every other name is unknown. */
  readonly receivers?: Readonly<Record<string, string>>;
  /** Files that feeds are fetched from, by full https URL. */
  readonly feeds?: Readonly<Record<string, string>>;
  /**
   * Serves the page as well, attached to this platform: the package's own build, or another build in a folder.
   */
  readonly site?: boolean | string;
  /** Origins whose pages may call the platform, in addition to those of the loopback. */
  readonly allowOrigins?: readonly string[];
  /** The path of a file with the names that a client written for another platform uses. */
  readonly names?: string;
}

export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly beginning: Beginning;
  readonly mapped: Mapped;
  readonly allowOrigins: readonly string[];
  /** null for in memory. */
  readonly data: string | null;
  /** The folder of the page; null if it is not served. */
  readonly site: string | null;
  /** Whether a scenario, snapshot or seed was given, which a folder with a world refuses. */
  readonly isChosen: boolean;
}

const scenarios = ['starter', 'small', 'empty'] as const;

/** Rejects with `BadInput`. */
export async function settingsOf(options: ServeOptions): Promise<Settings> {
  const { port = 4010, host = '127.0.0.1', scenario = 'starter', snapshot, seed, frozen = false } = options;
  const { site = false } = options;
  if (!(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw new BadInput(`${port} is not a port: ports are whole numbers from 0 to 65535`);
  if (!isLoopbackAddress(host))
    throw new BadInput(
      `${host} is not a loopback address, and the server listens on no other: use 127.0.0.1 or ::1`,
    );
  if (snapshot !== undefined && (options.scenario !== undefined || seed !== undefined))
    throw new BadInput('A snapshot has its own people and its own seed: leave out the scenario and the seed');
  const receivers = new Map(
    Object.entries(options.receivers ?? {}).map(([name, target]) => receiverOf(name, target)),
  );
  const feeds = new Map(
    await Promise.all(Object.entries(options.feeds ?? {}).map(([url, file]) => feedOf(url, file))),
  );
  const beginning = { seed, frozen };
  return {
    ...{ port, host },
    beginning: isBuiltIn(scenario)
      ? { ...beginning, scenario, read: snapshot === undefined ? null : await worldFile(snapshot) }
      : { ...beginning, scenario: 'empty', read: await scenarioOf(scenario, options) },
    mapped: {
      receivers,
      feeds,
      wording: options.names === undefined ? null : await wordingOf(options.names),
    },
    allowOrigins: (options.allowOrigins ?? []).map(originOf),
    data: options.data ?? null,
    site: site === false ? null : await siteFolder(site === true ? undefined : site),
    isChosen: [options.scenario, snapshot, seed].some((each) => each !== undefined),
  };
}

async function wordingOf(file: string): Promise<Wording> {
  const endpoints = await Promise.all(families.map(({ load }) => load()));
  const known = new Set(endpoints.flat().flatMap(({ path: own, aliases }) => [own, ...aliases]));
  return new Wording(await readNames(file, known), known);
}

const isBuiltIn = (scenario: string | ScenarioFile): scenario is Beginning['scenario'] =>
  isOneOf(scenarios, scenario);

/** Returns the function that makes the world of a scenario file. */
async function scenarioOf(
  scenario: string | ScenarioFile,
  { seed, frozen = false }: ServeOptions,
): Promise<NonNullable<Beginning['read']>> {
  if (seed !== undefined) throw new BadInput('A scenario file has its own seed: leave out the seed');
  return scenarioWorld(typeof scenario === 'string' ? await scenarioFile(scenario) : scenario, frozen);
}

const hostName =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

function receiverOf(name: string, target: string): readonly [string, URL] {
  if (!hostName.test(name))
    throw new BadInput(`${name} is not a host name that a webhook can have, such as hooks.myapp.example`);
  const url = urlOf(target);
  if (url?.protocol !== 'http:' || !isLoopbackName(url.hostname))
    throw new BadInput(
      `${target} is not an http address on the loopback for ${name}, such as ${addressOf('127.0.0.1', 9000)}`,
    );
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    throw new BadInput(`${target} has more than a path: the rest comes from the webhook's URL`);
  return [name, url];
}

async function feedOf(url: string, file: string): Promise<readonly [string, string]> {
  if (urlOf(url)?.protocol !== 'https:')
    throw new BadInput(`${url} is not an https URL that a feed can have`);
  const full = path.resolve(file);
  await access(full, constants.R_OK).catch(() => {
    throw new BadInput(`${file} cannot be read, so ${url} cannot be served from it`);
  });
  return [url, full];
}

function originOf(origin: string): string {
  const url = urlOf(origin);
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== origin)
    throw new BadInput(`${origin} is not an origin, such as https://app.example`);
  return origin;
}
