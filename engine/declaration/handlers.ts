import { valueOf } from '../checked/known.ts';
import type { Family } from './family.ts';
import type { Effect, JobHandler, PeriodicJob, Undertaking } from './work.ts';

type Load<T> = () => Promise<Readonly<Record<string, T>>>;

/** Handlers by name. Each is loaded when it is first needed. */
export class Handlers<T> {
  readonly #loads = new Map<string, Load<T>>();
  readonly #loaded = new Map<string, T>();

  /** `what` names the handlers, in the plural, in the error about a duplicate. */
  constructor(private readonly what: string) {}

  /** Throws a TypeError for a name that is already declared. */
  declare(names: readonly string[], load: Load<T>): void {
    for (const name of names) {
      if (this.#loads.has(name)) throw new TypeError(`Two ${this.what} have the name ${name}`);
      this.#loads.set(name, load);
    }
  }

  has(name: string): boolean {
    return this.#loads.has(name);
  }

  /** The handler, if it is loaded. */
  at(name: string): T | undefined {
    return this.#loaded.get(name);
  }

  /** Rejects if the handler cannot be loaded, or is not in the loaded module. */
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
  /** Jobs that exist from the start. */
  readonly periodic: readonly PeriodicJob[];
}

/** Gathers the work of the families and of the platform itself. Throws a TypeError for a duplicate name. */
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
