/** The refused registration that the person has put away: the last one alone is shown, so one is kept. */
import { ofPlayground } from '../../parts/storage.ts';
import type { Attempt } from './attempts.ts';

const slot = ofPlayground('dismissed:1');

/** After a reset of the platform calls are numbered from the beginning: their moment tells them apart. */
const nameOf = ({ sequence, at }: Attempt): string => `${sequence} ${at}`;

export class Dismissed {
  #kept = $state(slot.read());

  has(attempt: Attempt): boolean {
    return this.#kept === nameOf(attempt);
  }

  add(attempt: Attempt): void {
    this.#kept = nameOf(attempt);
    slot.write(this.#kept);
  }
}
