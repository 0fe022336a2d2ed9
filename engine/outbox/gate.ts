/** Lets at most `most` in at a time; the others wait in order of arrival. */
export class Gate {
  #inside = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  async through<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside < this.most) this.#inside++;
    else await new Promise<void>((enter) => void this.#waiting.push(enter));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#inside--;
    }
  }
}
