/** Runs attempts in the sandbox's own frame, as the page does, but without our code in the workers. */
import { readdir } from 'node:fs/promises';
import type { Attempt } from './attempts.ts';

export interface Surroundings {
  /** The built page that contains the sandbox's page. */
  readonly frame: string;
  readonly away: string;
  readonly here: string;
  readonly channel: string;
  readonly attempts: readonly Attempt[];
}

export interface Tried {
  readonly name: string;
  /** The result of a successful attempt; null for one that failed. */
  readonly got: string | null;
  /** How it failed. */
  readonly why: string;
}

/** The built holder of the sandbox's page, as the page that frames it refers to it. */
export async function builtFrame(): Promise<string> {
  const [name] = (await readdir('dist/assets')).filter((each) => /^sandbox-.*\.html$/.test(each));
  if (name === undefined) throw new Error('There is no sandbox in dist/: run `npm run build` first.');
  return `assets/${name}`;
}

/**
 * Runs in the page, in any browser: it uses only its arguments. Rejects if an attempt cannot be made at all.
 */
export async function tryInFrame({ frame, attempts, ...given }: Surroundings): Promise<readonly Tried[]> {
  const element = document.createElement('iframe');
  element.src = frame;
  const { port1: control, port2 } = new MessageChannel();
  const opened = new Promise<void>((resolve) => {
    control.onmessage = () => resolve();
    element.onload = () => element.contentWindow![0]!.postMessage(null, '*', [port2]);
  });
  document.body.append(element);
  await opened;
  await caches.open('of the page');
  const names = Object.keys(given);
  const one = ({ name, code }: Attempt, id: number) =>
    new Promise<Tried>((resolve) => {
      const program = `onmessage = ({ ports: [port] }) => {
        const [${names.join()}] = ${JSON.stringify(Object.values(given))};
        (async () => {${code}\n})().then(
          (got) => port.postMessage({ got: got === undefined ? null : String(got), why: '' }),
          (why) => port.postMessage({ got: null, why: String(why) }),
        );
      };`;
      const { port1: port, port2: theirs } = new MessageChannel();
      const timer = setTimeout(() => resolve({ name, got: null, why: 'It says nothing.' }), 8000);
      port.onmessage = ({ data }: MessageEvent<Omit<Tried, 'name'>>) => {
        clearTimeout(timer);
        control.postMessage({ end: id });
        resolve({ name, ...data });
      };
      control.postMessage({ start: id, program }, [theirs]);
    });
  const tried: Tried[] = [];
  // A few at a time: they mostly wait for timeouts.
  for (let at = 0; at < attempts.length; at += 8)
    tried.push(...(await Promise.all(attempts.slice(at, at + 8).map((each, more) => one(each, at + more)))));
  element.remove();
  await caches.delete('of the page');
  return tried;
}
