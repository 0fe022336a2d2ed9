/**
 * The program around a script: gives it a console, an environment and a `fetch` through the page, runs it once and
 * reports the result. If the script tampers with this, it harms only itself (script-message.ts).
 */
import { most } from '../message.ts';
import type { AnswerToScript, FromScript, ToScript } from '../script-message.ts';
import { setClock } from './clock.ts';
import { consoleOf } from './console.ts';
import { ownModule } from './own-module.ts';
import { hearUncaught, lineOf } from './position.ts';
import { closePowers, ofScript } from './powers.ts';
import { messageOf } from './shown.ts';

const { defineProperty } = Object;
const [RealRequest, RealResponse, RealBytes] = [Request, Response, Uint8Array];
/** Statuses without a body (https://fetch.spec.whatwg.org/#null-body-status). */
const withoutBody = [204, 205, 304];

interface Waiting {
  readonly answered: (response: Response) => void;
  readonly failed: (error: TypeError) => void;
}

addEventListener('message', ({ ports: [port] }) => port && listen(port), { once: true });

function listen(port: MessagePort): void {
  const say: Say = port.postMessage.bind(port);
  const waiting = new Map<number, Waiting>();
  port.onmessage = ({ data }: MessageEvent<ToScript | AnswerToScript>) => {
    if ('code' in data) return void run(data, say, waiting);
    const call = waiting.get(data.of);
    waiting.delete(data.of);
    if (typeof data.answer === 'string') call?.failed(new TypeError(data.answer));
    else {
      const { status, headers, body } = data.answer;
      const list = headers.map(([name, value]): [string, string] => [name, value]);
      const content = withoutBody.includes(status) ? null : new RealBytes(body);
      call?.answered(new RealResponse(content, { status, headers: list }));
    }
  };
}

type Say = (message: FromScript) => void;

async function run(
  { code, environment, now: start }: ToScript,
  say: Say,
  waiting: Map<number, Waiting>,
): Promise<void> {
  const now = setClock(start);
  let count = 0;
  const log: Parameters<typeof consoleOf>[0] = (level, text, line) => {
    if (++count > most.lines) return;
    const shown = count === most.lines ? 'It logged more than 100 lines: the rest is left out.' : text;
    say(['line', { level, text: shown.slice(0, most.lineText), at: Math.round(now()), line }]);
  };
  const give = (name: string, value: unknown) =>
    defineProperty(globalThis, name, { value, writable: true, configurable: true });
  give('console', consoleOf(log));
  give('process', { env: environment });
  hearUncaught((error, line) => log('error', messageOf(error), line));
  closePowers(ofScript, { fetch: fetching(say, waiting) });
  say(['began']);
  try {
    await import(/* @vite-ignore */ ownModule(code));
    say(['over', null]);
  } catch (error) {
    const text = messageOf(error).replaceAll(ownModule(code), 'the program');
    say(['over', { text: text.slice(0, most.lineText), line: lineOf(error) }]);
  }
}

/** The page makes the call and answers. */
function fetching(say: Say, waiting: Map<number, Waiting>) {
  let last = 0;
  return async (...args: ConstructorParameters<typeof Request>): Promise<Response> => {
    const request = new RealRequest(...args);
    const { method, url } = request;
    const body = new RealBytes(await request.arrayBuffer());
    const of = last++;
    say(['call', of, { method, url, headers: [...request.headers], ...(body.length > 0 && { body }) }]);
    return new Promise((answered, failed) => waiting.set(of, { answered, failed }));
  };
}
