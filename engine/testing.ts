/** The interface for test suites: a platform with a fixed clock, the keys of its Apps, and failures on order. */
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
  /**
   * Where the clock starts, an ISO 8601 time or epoch ms. Only `platform.clock` moves it. Default: 2 March 2026,
   * 09:41:12 UTC.
   */
  startsAt?: string | number;
  /**
   * The plan of the first Project, to which the App Northwind Reader belongs. Default: the plan that the scenario gives
   * it.
   */
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
  /** The user's access token. */
  readonly oauth_token: string;
  readonly oauth_token_secret: string;
  readonly user_id: string;
}

export interface TestPlatform {
  /** Everything else: `clock`, `exchanges`, `do`, `ask`, `snapshot`. */
  readonly platform: Platform;
  /** Pass it to a client that accepts a `fetch`. A bare path is resolved against the platform's base address. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /**
   * The keys in the starting data for an App (default: Northwind Reader) and one of its users (default: the owner of
   * the App). Throws a TypeError if the scenario does not have them.
   */
  readonly keysOf: (appName?: string, username?: string) => Keys;
  /** Puts a Project, by default the first, on a plan. Throws a TypeError if there is no Project. */
  readonly setPlan: (plan: Plan, projectId?: string) => Promise<void>;
  /**
   * Orders a failure for the next `times` calls (default 1) of an endpoint. Ids are those of the OpenAPI document.
   * `lost` applies to the platform's own calls; `activityDelivery` is the call that delivers events. Throws a TypeError
   * for an unknown id.
   */
  readonly fail: (id: string, failure: Failure, times?: number) => Promise<void>;
}

/** Throws a TypeError for invalid options. */
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

/** The names of the calls that the platform itself makes. */
const effectNames = families.flatMap(({ work }) => work?.effects ?? []);

async function endpointIds(): Promise<readonly string[]> {
  const routes = families.map(async (family) =>
    typeof family.routes === 'function' ? await family.routes() : family.routes,
  );
  return (await Promise.all(routes)).flat().map(({ id }) => id);
}
