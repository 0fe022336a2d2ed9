/**
 * One life in its own process, which kills itself at its end: `outbox-process.ts <folder> <number> <plan>`. The disk is
 * a snapshot and a line for each commit; calls that reached the world, and acknowledgements, are written down too.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ChangeSet } from '../../engine/inside.ts';
import { Disk } from './disk.ts';
import { live, Mortality } from './outbox-life.ts';
import type { Plan } from './outbox-life.ts';
import { bytesFromJson, linesOf, toLine } from './outbox-files.ts';

const [folder, number, planText] = process.argv.slice(2);
const file = (name: string) => path.join(folder!, name);
const append = (name: string, value: unknown) => appendFileSync(file(name), toLine(value));

class Doomed extends Mortality {
  override step(): boolean {
    if (!super.step()) process.kill(process.pid, 'SIGKILL');
    return true;
  }
}

const plan = JSON.parse(planText!) as Plan;
const { snapshot, bearer } = bytesFromJson(readFileSync(file('beginning.json'), 'utf8')) as {
  snapshot: ConstructorParameters<typeof Disk>[0];
  bearer: string;
};
const disk = new Disk(snapshot);
if (existsSync(file('log'))) for (const changes of linesOf(file('log'))) disk.write(changes as ChangeSet);

const mortality = new Doomed(plan.steps);
let last = Promise.resolve();
const commit = (changes: ChangeSet) =>
  (last = last.then(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    mortality.step();
    append('log', changes);
    disk.write(changes);
    mortality.step();
  }));

await live({
  snapshot: disk.read(),
  bearer,
  mortality,
  commit,
  number: Number(number),
  plan,
  firstKept: disk.firstOf,
  received: { push: (...calls) => (calls.forEach((call) => append('received', call)), 0) },
  acknowledged: { push: (...ids) => (ids.forEach((id) => append('acknowledged', id)), 0) },
});
process.exit(0);
