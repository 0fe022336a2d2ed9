/** The processes that a run starts: one at a time, each in a process group of its own, which ends with the run. */
import { spawn } from 'node:child_process';

let running: number | undefined;

export interface Ended {
  readonly passed: boolean;
  readonly output: string;
}

/** Runs a line of the shell in the current directory. The programs of node_modules are found as npm finds them. */
export function run(line: string): Promise<Ended> {
  const child = spawn('npm', ['exec', '--no', '--offline', '-c', line], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child.pid;
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      running = undefined;
      resolve({ passed: code === 0, output: Buffer.concat(parts).toString() });
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
