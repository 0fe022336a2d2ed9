/** The processes that a run starts: one at a time, each in a process group of its own, which ends with the run. */
import { spawn } from 'node:child_process';

let running: number | undefined;

export interface Ended {
  readonly passed: boolean;
  /** It did not end by itself. */
  readonly hung: boolean;
  readonly output: string;
}

/** Many times what the longest step takes on a busy machine: some mutations make a loop endless. */
const hangingMs = 30 * 60_000;

/** Runs a line of the shell in the current directory. The programs of node_modules are found as npm finds them. */
export function run(line: string): Promise<Ended> {
  const child = spawn('npm', ['exec', '--no', '--offline', '-c', line], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child.pid;
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part));
  let hung = false;
  const timer = setTimeout(() => {
    hung = true;
    endChildren();
  }, hangingMs);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      running = undefined;
      resolve({ passed: code === 0, hung, output: Buffer.concat(parts).toString() });
    });
  });
}

/** Ends the process that is running, and all that it has started. */
export function endChildren(): void {
  if (running === undefined) return;
  try {
    process.kill(-running, 'SIGKILL');
  } catch {
    // It has ended in the meantime.
  }
}
