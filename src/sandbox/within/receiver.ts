/**
 * The program around a receiver: gives it its environment, runs it for one request at a time and reports the result. If
 * the receiver tampers with this, it harms only itself: the page does not trust the messages (message.ts).
 */
import type { SendResult, Thrown } from '../../../worker/api.ts';
import { most } from '../message.ts';
import type { FromProgram, ToProgram } from '../message.ts';
import { answerOf } from './answer.ts';
import { setClock } from './clock.ts';
import { consoleOf } from './console.ts';
import { startModule } from './module.ts';
import { closePowers, ofReceiver } from './powers.ts';
import { Notes } from './noted.ts';
import { hearUncaught, lineOf } from './position.ts';
import { messageOf } from './shown.ts';
import { storageOf } from './storage.ts';

/** Captured before the receiver loads, which could replace them. */
const { defineProperty } = Object;

/** The log of the latest request. */
let log: Log;
/** The module, from the first request on. */
let started: ReturnType<typeof startModule> | undefined;

addEventListener('message', ({ ports: [port] }) => port && listen(port), { once: true });

/** Each request comes with the port for its answer. */
function listen(port: MessagePort): void {
  port.onmessage = ({ data, ports: [reply] }: MessageEvent<ToProgram>) => {
    if (reply) void receive(data, reply.postMessage.bind(reply));
  };
}

async function receive(given: ToProgram, say: (message: FromProgram) => void): Promise<void> {
  const { host, code, maxBytes } = given;
  const now = setClock(given.now);
  log = logTo(say, now);
  const give = (name: string, value: unknown) =>
    defineProperty(globalThis, name, { value, writable: true, configurable: true });
  give('console', consoleOf(log));
  give(
    'storage',
    storageOf(given.items, (change) => say(['item', change])),
  );
  const notes = given.isWatched ? new Notes(given.request.body ?? new Uint8Array()) : null;
  notes?.hmacs();
  const plain = requestOf(given.request);
  const request = notes?.request(plain) ?? plain;
  const end = (result: SendResult) => {
    if (notes) say(['noted', notes.all]);
    say(['end', result]);
  };
  if (!started) {
    hearUncaught((error, line) => log('error', messageOf(error), line));
    closePowers(ofReceiver);
  }
  say(['began']);

  const handle = await (started ??= startModule(code));
  if (typeof handle !== 'function') {
    const { why, line } = handle;
    log('error', why, line);
    const at = line === null ? '' : ` (line ${line})`;
    const message = `${host} does not start: ${why.slice(0, most.lineText)}${at}`;
    return end({ kind: 'failure', reason: 'refused', message, thrown: thrownAs(why, line) });
  }
  try {
    const answer: unknown = await handle(request);
    end(await answerOf(answer, maxBytes));
  } catch (error) {
    const thrown = thrownAs(messageOf(error), lineOf(error));
    log('error', thrown.text, thrown.line);
    // Like any server whose handler throws.
    end({ status: 500, headers: [], body: new Uint8Array(), thrown });
  }
}

const thrownAs = (text: string, line: number | null): Thrown => ({
  text: text.slice(0, most.lineText),
  line,
});

type Log = Parameters<typeof consoleOf>[0];

/** The last line says that there were more. */
function logTo(say: (message: FromProgram) => void, now: () => number): Log {
  let count = 0;
  return (level, text, line) => {
    if (++count > most.lines) return;
    const isLast = count === most.lines;
    const shown = isLast ? 'It logged more than 100 lines: the rest is left out.' : text;
    say(['line', { level, text: shown.slice(0, most.lineText), at: Math.round(now()), line }]);
  };
}

const requestOf = ({ url, method, headers, body }: ToProgram['request']): Request =>
  new Request(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body && { body: new Uint8Array(body) }),
  });
