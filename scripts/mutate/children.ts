/** The processes of a run: one at a time, each in its own process group, which is ended with the run. */
import { spawn } from 'node:child_process';

let running: number | undefined;

export interface Ended {
  readonly passed: boolean;
  /** Whether it had to be ended. */
  readonly hung: boolean;
  readonly output: string;
}

/** Many times what the longest step takes on a busy machine: some mutations cause endless loops. */
const hangingMs = 30 * 60_000;

/** Runs a shell command in the current directory. Finds the programs of node_modules like npm. */
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

/** Ends the running process and everything that it has started. */
export function endChildren(): void {
  if (running === undefined) return;
  try {
    process.kill(-running, 'SIGKILL');
  } catch {
    // It ended in the meantime.
  }
}
