/**
 * The text of a filter while it is typed. It is written to the address a moment later, and a changed address replaces
 * the text.
 */
import { untrack } from 'svelte';

/** In ms. */
const moment = 250;

export class TypedFilter {
  text = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #filter: (text: string) => void;

  /** Must be created with its component. `said`: the filter in the address. */
  constructor(said: () => string, filter: (text: string) => void) {
    this.text = untrack(said);
    this.#filter = filter;
    // A link, or Back, changed the address.
    $effect(() => {
      const now = said();
      if (untrack(() => this.text.trim()) !== now) this.text = now;
    });
    $effect(() => () => clearTimeout(this.#timer));
  }

  later = (): void => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#filter(this.text.trim()), moment);
  };

  now = (text = this.text): void => {
    clearTimeout(this.#timer);
    this.text = text;
    this.#filter(text.trim());
  };
}
