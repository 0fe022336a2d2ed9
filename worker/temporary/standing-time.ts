/** The time of a world whose clock is frozen at its start: it stands until the clock is allowed to run. */
export class StandingTime {
  #ranFrom: number | null = null;

  /** Both in epoch ms. `real`: the machine's clock. */
  constructor(
    private readonly start: number,
    private readonly real: () => number = Date.now,
  ) {}

  readonly now = (): number => this.start + (this.#ranFrom === null ? 0 : this.real() - this.#ranFrom);

  run(): void {
    this.#ranFrom ??= this.real();
  }

  /** Back to the start. */
  stand(): void {
    this.#ranFrom = null;
  }
}
