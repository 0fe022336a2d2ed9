/** What the checks ask of a browser, whatever drives it. */

export const engines = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof engines)[number];

/** A page that functions can be run in. */
export interface Evaluates {
  /**
   * Runs a function in the page and gives what it resolves to. It is sent as its source: it sees its argument and the
   * page, nothing of the file that it stands in. Argument and result are JSON. Several may run at once.
   */
  evaluate<A, R>(run: (arg: A) => R | Promise<R>, arg: A): Promise<R>;
  evaluate<R>(run: () => R | Promise<R>): Promise<R>;
}

export interface Tab extends Evaluates {
  /** Resolves when the page is loaded. */
  goto(url: string): Promise<void>;
  /** Moves the pointer there and presses it, in pixels of the viewport. */
  clickAt(point: Point): Promise<void>;
  /** Presses these keys one after another and lets them go in turn: names as in KeyboardEvent.key. */
  press(...keys: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Browser {
  readonly version: string;
  newTab(): Promise<Tab>;
  /** Console errors and uncaught exceptions of all tabs; null where the driver does not tell of them. */
  readonly faults: string[] | null;
  /** Ends every process of it, at once. A second time does nothing. */
  kill(): Promise<void>;
}

/** A browser with a profile on disk, at the harness. */
export interface OnDisk {
  readonly page: Evaluates;
  readonly kill: () => Promise<void>;
}

export interface Profile {
  /** The browser refuses the site all storage. */
  readonly isDenied?: boolean;
  /** How much storage the browser has in all, in KiB. */
  readonly roomKiB?: number;
}

export interface Driver {
  readonly engine: Engine;
  /** Starts a browser with an empty profile. All but 127.0.0.1 is asked for at `proxy`, `host:port`. */
  start(proxy: string, profile?: Profile): Promise<Browser>;
  /** Starts a browser with what is in the folder and opens the address, whose files are those of `root`. */
  startOnDisk(folder: string, url: string): Promise<OnDisk>;
  /** Requests that the browser makes of its own accord and that no setting of it turns off. */
  readonly asksItself: RegExp | null;
}

/** The source of a function that takes JSON and gives JSON. What the tests are compiled with may name functions. */
export const sourceOf = (run: (arg: never) => unknown): string =>
  `async (json) => {
    const __name = (named) => named;
    const done = await (${run.toString()})(json === '' ? undefined : JSON.parse(json));
    return JSON.stringify(done) ?? '';
  }`;

export const toJson = (arg: unknown): string => (arg === undefined ? '' : JSON.stringify(arg));
export const fromJson = (json: string): unknown => (json === '' ? undefined : JSON.parse(json));
