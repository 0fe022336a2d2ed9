/** The interface of the checks to a browser, with any driver. */

export const engines = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof engines)[number];

/** A page in which functions can run. */
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
  /** Presses these keys one after another and releases them in turn: names as in KeyboardEvent.key. */
  press(...keys: Chord): Promise<void>;
  /** One after another, each as by `press`, in one command. */
  pressAll(chords: readonly Chord[]): Promise<void>;
  close(): Promise<void>;
}

/** Keys that are held together: names as in KeyboardEvent.key. */
export type Chord = readonly string[];

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Browser {
  readonly version: string;
  newTab(): Promise<Tab>;
  /** Console errors and uncaught exceptions of all tabs; null if the driver does not report them. */
  readonly faults: string[] | null;
  /** Ends all of its processes at once. A second call does nothing. */
  kill(): Promise<void>;
}

/** A browser with a profile on disk, showing the harness. */
export interface OnDisk {
  readonly page: Evaluates;
  readonly kill: () => Promise<void>;
}

export interface Profile {
  /** Whether the browser denies the site all storage. */
  readonly isDenied?: boolean;
  /** The browser's total storage, in KiB. */
  readonly roomKiB?: number;
}

export interface Driver {
  readonly engine: Engine;
  /** Starts a browser with an empty profile. Everything except 127.0.0.1 goes to `proxy`, `host:port`. */
  start(proxy: string, profile?: Profile): Promise<Browser>;
  /** Starts a browser with the data in the folder and opens the address, which serves the files of `root`. */
  startOnDisk(folder: string, url: string): Promise<OnDisk>;
  /** Requests that the browser makes by itself and that none of its settings turns off. */
  readonly asksItself: RegExp | null;
}

/** The source of a function that takes JSON and returns JSON. The tests' compiler may name functions. */
export const sourceOf = (run: (arg: never) => unknown): string =>
  `async (json) => {
    const __name = (named) => named;
    const done = await (${run.toString()})(json === '' ? undefined : JSON.parse(json));
    return JSON.stringify(done) ?? '';
  }`;

export const toJson = (arg: unknown): string => (arg === undefined ? '' : JSON.stringify(arg));
export const fromJson = (json: string): unknown => (json === '' ? undefined : JSON.parse(json));
