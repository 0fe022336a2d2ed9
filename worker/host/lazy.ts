/** A value that is loaded with its first use. */
export class Lazy<T> {
  /** null until it is loaded. */
  loading: Promise<T> | null = null;

  constructor(private readonly load: () => Promise<T>) {}

  get(): Promise<T> {
    return (this.loading ??= this.load());
  }
}
