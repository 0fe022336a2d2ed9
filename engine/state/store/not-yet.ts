/**
 * Thrown when rows are needed that are still being read. A table throws it by itself, so that no reader sees only a
 * part of its rows. Whatever is all or nothing (a call, a command, a question, a job) undoes what it began, and runs
 * again.
 */
export class NotYet extends Error {
  override readonly name = 'NotYet';

  constructor(
    what: string,
    /** Resolves when the rows are there; rejects when they cannot be read. */
    readonly there: Promise<void>,
  ) {
    super(`${what}: still being read`);
  }
}

/** Runs work that is all or nothing, and repeats it when the rows that it needed are there. */
export function onceThere<T>(work: () => T | Promise<T>): T | Promise<T> {
  const again = (error: unknown): Promise<T> => {
    if (!(error instanceof NotYet)) throw error;
    return error.there.then(() => onceThere(work));
  };
  try {
    const done = work();
    return done instanceof Promise ? done.catch(again) : done;
  } catch (error) {
    return again(error);
  }
}
