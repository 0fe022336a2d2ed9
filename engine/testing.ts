/** The door for test suites: a platform that stands at a known moment, the keys of its Apps, and failures that are ordered. */
import { createPlatform } from './create.ts';
import { families } from './endpoints/index.ts';
import { failing } from './failing/families.ts';
import { Failures } from './failing/failure.ts';
import type { Failure } from './failing/failure.ts';
import type { Platform, PlatformOptions } from './platform.ts';
import { plans } from './spec/plans.ts';
import type { Plan } from './spec/plans.ts';

export type { Failure } from './failing/failure.ts';

export interface TestOptions extends Omit<PlatformOptions, 'families' | 'now'> {
  /** Where the clock begins, which only `platform.clock` moves: an ISO 8601 time or epoch ms. Default: 2 March 2026, 09:41:12 UTC. */
  startsAt?: string | number;
  /** The plan of the first Project; it has the App Northwind Reader. Default: what the scenario gives it. */
  plan?: Plan;
}

/** What a client needs to call as an App, and for a user. The names are those of the specification. */
export interface Keys {
  readonly consumer_key: string;
  readonly consumer_secret: string;
  readonly bearer_token: string;
  readonly client_id: string;
  /** null for a public client. */
  readonly client_secret: string | null;
  /** Of the user. */
  readonly oauth_token: string;
  readonly oauth_token_secret: string;
  readonly user_id: string;
}

export interface TestPlatform {
  /** Everything else: `clock`, `exchanges`, `do`, `ask`, `snapshot`. */
  readonly platform: Platform;
  /** To be injected where a client takes a `fetch`. A path alone is one of the platform's. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /**
   * The keys that the starting data has for an App (default: Northwind Reader) and a user of it (default: the one who owns
   * the App). Throws a TypeError for one that the scenario does not have.
   */
  readonly keysOf: (appName?: string, username?: string) => Keys;
  /** Puts a Project on a plan, by default the first. Throws a TypeError when there is none. */
  readonly setPlan: (plan: Plan, projectId?: string) => Promise<void>;
  /**
   * Orders a failure for the next call of an endpoint, or for so many. Ids are those of the OpenAPI document; `lost` is of
   * the platform's own calls, and `activityDelivery` is the one that delivers events. Throws a TypeError for an unknown one.
   */
  readonly fail: (id: string, failure: Failure, times?: number) => Promise<void>;
}

/** Throws a TypeError for options with values that they cannot have. */
export async function createTestPlatform(options: TestOptions = {}): Promise<TestPlatform> {
  const { startsAt, plan, ...rest } = options;
  const failures = new Failures();
  const platform = createPlatform({
    ...rest,
    ...(startsAt !== undefined && { now: fixedAt(startsAt) }),
    families: failing(families, failures),
  });
  const test: TestPlatform = {
    platform,
    fetch: (input, init) =>
      platform.fetch(new Request(input instanceof Request ? input : new URL(input, platform.baseUrl), init)),
    keysOf: (appName = 'Northwind Reader', username) => keysOf(platform, appName, username),
    setPlan: (wanted, projectId = platform.portal.projects()[0]?.id) => setPlan(platform, wanted, projectId),
    async fail(id, failure, times = 1) {
      if (!(Number.isInteger(times) && times > 0))
        throw new TypeError('times is not a whole number from 1 on');
      const isOfOwnCalls = failure.type === 'lost';
      if (!(isOfOwnCalls ? effectNames : await endpointIds()).includes(id))
        throw new TypeError(`There is no ${isOfOwnCalls ? 'call of the platform' : 'endpoint'} ${id}`);
      failures.order(id, failure, times);
    },
  };
  if (plan !== undefined) await test.setPlan(plan);
  return test;
}

function fixedAt(startsAt: string | number): () => number {
  const at = typeof startsAt === 'string' ? Date.parse(startsAt) : startsAt;
  if (!Number.isFinite(at)) throw new TypeError(`startsAt is not a time: ${startsAt}`);
  return () => at;
}

function keysOf({ initialCredentials }: Platform, appName: string, username: string | undefined): Keys {
  const ofApp = initialCredentials.filter((each) => each.appName === appName);
  const app = ofApp.find((each) => each.kind === 'app');
  const client = ofApp.find((each) => each.kind === 'client');
  const user = ofApp.find(
    (each) => each.kind === 'oauth1' && (username === undefined || each.username === username),
  );
  if (!app || !client || user?.kind !== 'oauth1')
    throw new TypeError(`The scenario has no keys of ${appName}${username ? ` for ${username}` : ''}`);
  const { consumer_key, consumer_secret, oauth_token, oauth_token_secret, userId } = user;
  return {
    ...{ consumer_key, consumer_secret, oauth_token, oauth_token_secret, user_id: userId },
    bearer_token: app.bearer_token,
    client_id: client.client_id,
    client_secret: client.client_secret,
  };
}

async function setPlan(platform: Platform, plan: Plan, projectId: string | undefined): Promise<void> {
  if (!plans.includes(plan)) throw new TypeError(`plan is not one of ${plans.join(', ')}`);
  if (projectId === undefined) throw new TypeError('There is no Project that could have a plan');
  const done = await platform.do('portal.setPlan', projectId, plan);
  if (!done.ok) throw new TypeError(done.reason);
}

/** The kinds of calls that the platform makes. */
const effectNames = families.flatMap(({ work }) => work?.effects ?? []);

async function endpointIds(): Promise<readonly string[]> {
  const routes = families.map(async (family) =>
    typeof family.routes === 'function' ? await family.routes() : family.routes,
  );
  return (await Promise.all(routes)).flat().map(({ id }) => id);
}
