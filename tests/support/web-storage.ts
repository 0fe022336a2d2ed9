/** A browser's storage for an origin, of which a test may deny further use. */
export class WebStorage implements Storage {
  readonly #texts = new Map<string, string>();
  [name: string]: unknown;

  constructor(texts: Readonly<Record<string, string>> = {}) {
    for (const [key, text] of Object.entries(texts)) this.setItem(key, text);
  }

  get length(): number {
    return this.#texts.size;
  }

  key(at: number): string | null {
    return [...this.#texts.keys()][at] ?? null;
  }

  getItem(key: string): string | null {
    return this.#texts.get(key) ?? null;
  }

  setItem(key: string, text: string): void {
    this.#texts.set(key, text);
  }

  removeItem(key: string): void {
    this.#texts.delete(key);
  }

  clear(): void {
    this.#texts.clear();
  }

  /** All there is. */
  get texts(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#texts);
  }
}
