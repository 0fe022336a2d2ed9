/** Runs attempts in the frame of the sandbox, as the page does and with its own frame, but with nothing of ours in the workers. */
import { readdir } from 'node:fs/promises';
import type { Attempt } from './attempts.ts';

export interface Surroundings {
  /** The built page that holds that of the sandbox. */
  readonly frame: string;
  readonly away: string;
  readonly here: string;
  readonly channel: string;
  readonly attempts: readonly Attempt[];
}

export interface Tried {
  readonly name: string;
  /** What it got hold of; null for one that failed. */
  readonly got: string | null;
  /** How it failed. */
  readonly why: string;
}

/** The holder of the sandbox's page as it was built, from the page that frames it. */
export async function builtFrame(): Promise<string> {
  const [name] = (await readdir('dist/assets')).filter((each) => /^sandbox-.*\.html$/.test(each));
  if (name === undefined) throw new Error('There is no sandbox in dist/: run `npm run build` first.');
  return `assets/${name}`;
}

/**
 * To be run in the page, of any browser: it uses nothing but what it is given. Rejects when an attempt cannot be made at all.
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
  // A few at a time: what they wait for is mostly time.
  for (let at = 0; at < attempts.length; at += 8)
    tried.push(...(await Promise.all(attempts.slice(at, at + 8).map((each, more) => one(each, at + more)))));
  element.remove();
  await caches.delete('of the page');
  return tried;
}
