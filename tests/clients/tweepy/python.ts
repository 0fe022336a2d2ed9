/** Finds a Python that has tweepy, for `npm run prove`, or installs both if Debian's packages are available. */
import { spawnSync } from 'node:child_process';
import { thisMachine } from '../../../scripts/browser.ts';

const advice = `No Python with tweepy was found. Any one of these helps:
  PYTHON_PATH=/path/to/python3 npm run prove  one that has it
  pip install tweepy                          for the python3 that is there
  apt-get install python3-tweepy              Debian's`;

const hasTweepy = (python: string): boolean =>
  spawnSync(python, ['-c', 'import tweepy'], { timeout: 60_000, stdio: 'ignore' }).status === 0;

function findPython(): string | undefined {
  const named = process.env['PYTHON_PATH'];
  return [...(named ? [named] : []), 'python3', '/usr/bin/python3'].find(hasTweepy);
}

/** Throws with advice if there is none, and none can be installed. */
export function findOrInstallPython(): string {
  const { isRoot, isDebian, run } = thisMachine;
  const found = findPython();
  if (found) return found;
  if (isRoot && isDebian) {
    run('apt-get', ['update']);
    run('apt-get', ['install', '-y', '--no-install-recommends', 'python3-tweepy']);
  }
  const installed = findPython();
  if (!installed) throw new Error(advice);
  return installed;
}
