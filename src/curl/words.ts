import type { Word } from './types.ts';

/** Builds words from their pieces. */
export class Words {
  readonly words: Word[] = [];
  #open: { text: string; readonly start: number } | null = null;

  get isOpen(): boolean {
    return this.#open !== null;
  }

  add(text: string, at: number): void {
    this.#open ??= { text: '', start: at };
    this.#open.text += text;
  }

  /** `end` is where the open word ends. */
  close(end: number): void {
    if (this.#open) this.words.push({ ...this.#open, end });
    this.#open = null;
  }
}
