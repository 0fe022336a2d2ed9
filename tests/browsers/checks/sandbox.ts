import type { Group } from './check.ts';
import { expectThat } from './in-harness.ts';
import { say } from './seeing.ts';

/** The policy of a place without a network, in which only scripts that were put there run. */
const policy = "default-src 'none'; script-src 'unsafe-inline' data:; worker-src data:; connect-src 'none'";

/** What the sandbox of people's code stands on: a worker from a data: address in a frame of opaque origin. */
export const sandbox: Group = {
  title: 'sandbox',
  leftOut: [],
  checks: [
    {
      name: 'a data: worker in a frame of opaque origin starts, has crypto.subtle, imports data: modules, and reaches nothing',
      expects: /./, // what it tries is refused, and the console says so
      async run({ browser, site, knocks }) {
        const tab = await browser.newTab();
        await tab.goto(new URL('/nothing', site).href); // no page of ours, no policy but that of the frame
        const found = await tab.evaluate(tryOut, {
          policy,
          program: `const __name = (named) => named; (${fromWithin.toString()})()`,
        });
        const wanted = {
          origin: 'null',
          subtle: 'done',
          module: 'done',
          fetch: 'refused',
          socket: 'refused',
          code: 'refused',
          database: 'refused',
          worker: 'refused',
        };
        const unlike = Object.entries(wanted).filter(([name, outcome]) => found[name] !== outcome);
        expectThat(unlike.length === 0, `${say(unlike)} is not what is found: ${say(found)}`);
        const asked = knocks.filter((each) => each.includes('elsewhere'));
        expectThat(asked.length === 0, `It asked: ${say(asked)}`);
      },
    },
  ],
};

/** In the page: runs the program in such a worker and gives what it posts. */
function tryOut({ policy, program }: { policy: string; program: string }): Promise<Record<string, string>> {
  const worker = JSON.stringify(`data:text/javascript,${encodeURIComponent(program)}`);
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${policy}"><script>
    const worker = new Worker(${worker.replaceAll('<', '\\u003c')}, { type: 'module' });
    worker.onmessage = ({ data }) => parent.postMessage(data, '*');
    worker.onerror = () => parent.postMessage({ origin: 'the worker did not start' }, '*');
  </script>`;
  return new Promise((resolve) => {
    addEventListener('message', ({ data }: MessageEvent<Record<string, string>>) => resolve(data));
    document.body.append(frame);
  });
}

/** In the worker: what can be done there, and what cannot. */
async function fromWithin(): Promise<void> {
  const outcomeOf = async (work: () => unknown) => {
    try {
      await work();
      return 'done';
    } catch {
      return 'refused';
    }
  };
  const heard = (target: EventTarget, good: string, bad: string) =>
    new Promise<void>((resolve, reject) => {
      target.addEventListener(good, () => resolve());
      target.addEventListener(bad, () => reject(new Error(bad)));
    });
  const name = (word: string) => globalThis[word as keyof typeof globalThis] as new (code: string) => object;
  const results = {
    origin: self.origin,
    subtle: await outcomeOf(() => crypto.subtle.digest('SHA-256', new Uint8Array(1))),
    module: await outcomeOf(() => import(/* @vite-ignore */ ['data:text/javascript', 'export {}'].join())),
    fetch: await outcomeOf(() => fetch('http://elsewhere.example/')),
    socket: await outcomeOf(() => heard(new WebSocket('ws://elsewhere.example/'), 'open', 'error')),
    code: await outcomeOf(() => new (name('Function'))('return 1')),
    database: await outcomeOf(() => heard(indexedDB.open('elsewhere'), 'success', 'error')),
    worker: await outcomeOf(() => new SharedWorker('http://elsewhere.example/')),
  };
  postMessage(results);
}
