import type { Browser, Engine, OnDisk, Profile } from '../drivers/driver.ts';

/** A browser with an empty profile, and where to point it. */
export interface Bench {
  readonly engine: Engine;
  readonly browser: Browser;
  /** The built page, and the engine without the page (tests/support/harness), each of an origin of its own. */
  readonly site: string;
  readonly harness: string;
  /** Whom the world beyond these two was asked for, in the words of a proxy. What was meant is taken out. */
  readonly knocks: string[];
  /** Starts another browser, with what is on disk since the last start, and opens the harness in it. */
  readonly startOnDisk: () => Promise<OnDisk>;
}

export interface Check {
  readonly name: string;
  readonly profile?: Profile;
  /** Console errors that are part of it. All others fail it. */
  readonly expects?: RegExp;
  /** The engines in which it is not run, and why. */
  readonly leftOut?: Partial<Record<Engine, string>>;
  /** Throws when it does not hold. A text that it gives says what it saw. */
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
