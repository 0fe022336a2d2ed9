import { valueOf } from '../checked/known.ts';
import type { Family } from './family.ts';
import type { Effect, JobHandler, PeriodicJob, Undertaking } from './work.ts';

type Load<T> = () => Promise<Readonly<Record<string, T>>>;

/** What is done by name, each of it loaded when it is first needed. */
export class Handlers<T> {
  readonly #loads = new Map<string, Load<T>>();
  readonly #loaded = new Map<string, T>();

  /** `what` they are, in the plural, for people who declared one twice. */
  constructor(private readonly what: string) {}

  /** Throws a TypeError for a name that is there already. */
  declare(names: readonly string[], load: Load<T>): void {
    for (const name of names) {
      if (this.#loads.has(name)) throw new TypeError(`Two ${this.what} have the name ${name}`);
      this.#loads.set(name, load);
    }
  }

  has(name: string): boolean {
    return this.#loads.has(name);
  }

  /** The handler if it is loaded. */
  at(name: string): T | undefined {
    return this.#loaded.get(name);
  }

  /** Rejects when it cannot be loaded, or is not among what was. */
  async load(name: string): Promise<T> {
    const handlers = await valueOf(this.#loads, name)();
    const handler = handlers[name];
    if (!handler) throw new TypeError(`Of the ${this.what}, ${name} is declared and not there`);
    this.#loaded.set(name, handler);
    return handler;
  }
}

/** All work of a platform. */
export interface Work {
  readonly jobs: Handlers<JobHandler>;
  readonly effects: Handlers<Effect>;
  readonly undertakings: Handlers<Undertaking>;
  /** There from the start. */
  readonly periodic: readonly PeriodicJob[];
}

/** What families do when nobody calls, and what the platform does itself. Throws a TypeError for two of one name. */
export function gatherWork(
  families: readonly Family[],
  own: Readonly<Record<string, Load<JobHandler>>>,
): Work {
  const jobs = new Handlers<JobHandler>('jobs');
  const effects = new Handlers<Effect>('effects');
  const undertakings = new Handlers<Undertaking>('undertakings');
  const periodic: PeriodicJob[] = [];
  for (const [name, load] of Object.entries(own)) jobs.declare([name], load);
  for (const { work } of families) {
    if (!work) continue;
    const names = work.jobs.map(({ name }) => name);
    jobs.declare(names, async () => (await work.load()).jobs);
    effects.declare(work.effects, async () => (await work.load()).effects);
    undertakings.declare(work.undertakings ?? [], async () => (await work.load()).undertakings ?? {});
    for (const { name, everyMs } of work.jobs) if (everyMs !== undefined) periodic.push({ name, everyMs });
  }
  return { jobs, effects, undertakings, periodic };
}
