import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

/** A process and all of its descendants. */
export interface Group {
  readonly child: ChildProcess;
  /** SIGKILL to all of them at once. Resolves when the first is gone; a second call does nothing. */
  kill(): Promise<void>;
}

const alive = new Set<number>();
const end = (id: number) => {
  try {
    process.kill(-id, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
};

// Nothing outlives the run, however it ends.
process.once('exit', () => alive.forEach(end));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

/** The result of `drive` for the group; if it fails, the group is killed. */
export async function drivenOrKilled<R>(group: Group, drive: () => Promise<R>): Promise<R> {
  try {
    return await drive();
  } catch (error) {
    await group.kill();
    throw error;
  }
}

/** `found`: matches the program's output when it is ready, with the wanted part in the first group. */
export async function startGroup(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  found: RegExp | null = null,
): Promise<Group & { readonly said: string }> {
  const child = spawn(command, args, {
    detached: true,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const id = child.pid;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (id !== undefined) alive.add(id);
  const said = await wordsOf(child, command, found);
  return {
    child,
    said,
    async kill() {
      if (id === undefined || !alive.delete(id)) return;
      end(id);
      await gone;
    },
  };
}

const readyWithinMs = 60_000;

function wordsOf(child: ChildProcess, command: string, found: RegExp | null): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const timer = setTimeout(
      () => reject(new Error(`${command} was not ready within ${readyWithinMs / 1000} s: ${heard}`)),
      readyWithinMs,
    );
    const done = (words: string) => {
      clearTimeout(timer);
      resolve(words);
    };
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => {
        if (heard.length > 100_000) return; // read on, so that it is never held up
        heard += data.toString();
        const [, words] = found?.exec(heard) ?? [];
        if (words !== undefined) done(words);
      });
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`${command} ended with ${code ?? 'a signal'}: ${heard}`));
    });
    if (found === null) child.once('spawn', () => done(''));
  });
}
