/**
 * Runs one script in the sandbox: the page makes its calls, and it ends when it is finished, stopped or out of time.
 */
import type { ConsoleLine, HttpRequest } from '../../worker/api.ts';
import type { Isolation } from './isolation.ts';
import { isolation, whyNoReceivers } from './receivers.ts';
import { readScriptMessage } from './script-message.ts';
import type { AnswerToScript, ScriptThrew, ToScript } from './script-message.ts';
import program from './within/script.ts?program';

/** The time limit of a script, from its start to its end, in ms. */
export const scriptTakesMs = 10_000;
/** The limit of calls in one run. */
const mostCalls = 200;

export interface ScriptParts {
  readonly given: ToScript;
  /** Makes a call; resolves to the answer, or to the reason why there is none. Never rejects. */
  readonly call: (request: HttpRequest) => Promise<AnswerToScript['answer']>;
  readonly line: (line: ConsoleLine) => void;
}

/** How a run ended: by itself, with its own error, or stopped for a reason. */
export type ScriptEnd = { readonly threw: ScriptThrew | null } | { readonly ended: string };

/** Rejects with the reason if no script runs in this browser. */
export async function runScript(parts: ScriptParts, signal: AbortSignal): Promise<ScriptEnd> {
  const why = await whyNoReceivers();
  if (why !== null) throw new Error(why);
  return scriptIn(await isolation(), parts, signal);
}

/** Resolves when the script has ended. */
export function scriptIn(
  where: Pick<Isolation, 'start'>,
  parts: ScriptParts,
  signal: AbortSignal,
): Promise<ScriptEnd> {
  const { given, call, line } = parts;
  return new Promise((resolve) => {
    let calls = 0;
    const end = (how: ScriptEnd) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      running.end();
      resolve(how);
    };
    const stop = () => end({ ended: 'Stopped.' });
    const running = where.start(program, (why) => end({ ended: `Cut off: ${why}` }));
    const timer = setTimeout(
      () => end({ ended: `Stopped: a program has ${scriptTakesMs / 1000} s.` }),
      scriptTakesMs,
    );
    const { port } = running;
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = readScriptMessage(data);
      if (!message) return end({ ended: 'Cut off: it sent something that cannot be read.' });
      if (message[0] === 'line') line(message[1]);
      else if (message[0] === 'over') end({ threw: message[1] });
      else if (message[0] === 'call') {
        const [, of, request] = message;
        if (++calls > mostCalls) return end({ ended: `Stopped: it made more than ${mostCalls} calls.` });
        void call(request).then((answer) => port.postMessage({ of, answer } satisfies AnswerToScript));
      }
    };
    port.onmessageerror = () => end({ ended: 'Cut off: it sent something that cannot be read.' });
    port.postMessage(given);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });
}
