import type { Browser, Engine, OnDisk, Profile } from '../drivers/driver.ts';

/** A browser with an empty profile, and its address. */
export interface Bench {
  readonly engine: Engine;
  readonly browser: Browser;
  /** The built page, and the engine without the page (tests/support/harness), each with its own origin. */
  readonly site: string;
  readonly harness: string;
  /** Requests to the world beyond these two, as a proxy records them. Intended ones are removed. */
  readonly knocks: string[];
  /** Starts a new browser, with the data stored since the last start, and opens the harness in it. */
  readonly startOnDisk: () => Promise<OnDisk>;
}

export interface Check {
  readonly name: string;
  readonly profile?: Profile;
  /** Expected console errors. All others fail the check. */
  readonly expects?: RegExp;
  /** Whether it may take twice the time: a walk of hundreds of keys, each of which WebKit's driver sends by itself. */
  readonly isLong?: true;
  /** The engines in which it is not run, and why. */
  readonly leftOut?: Partial<Record<Engine, string>>;
  /** Throws if it does not hold. A returned text reports what it observed. */
  run(bench: Bench): Promise<unknown>;
}

export interface Group {
  readonly title: string;
  readonly checks: readonly Check[];
  /** End-to-end tests of the same subject that have no check here, and why. */
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  readonly what: string;
  readonly why: string;
}

/** Why checks of denied storage are left out in WebKit. */
export const cannotDeny = 'WebKitGTK’s browser has no setting that denies a site its storage';
