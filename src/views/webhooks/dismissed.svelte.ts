/** The refused registration that the person has put away: the last one alone is shown, so one is kept. */
import type { Attempt } from './attempts.ts';

/** Playgrounds of one origin lie on different paths. */
const key = (): string => `svc-playground:dismissed:1:${location.pathname}`;

/** After a reset of the platform calls are numbered from the beginning: their moment tells them apart. */
const nameOf = ({ sequence, at }: Attempt): string => `${sequence} ${at}`;

export class Dismissed {
  #kept = $state<string | null>(null);

  constructor() {
    try {
      this.#kept = localStorage.getItem(key());
    } catch {
      // Storage is denied: kept for as long as the page.
    }
  }

  has(attempt: Attempt): boolean {
    return this.#kept === nameOf(attempt);
  }

  add(attempt: Attempt): void {
    this.#kept = nameOf(attempt);
    try {
      localStorage.setItem(key(), this.#kept);
    } catch {
      // As above.
    }
  }
}
