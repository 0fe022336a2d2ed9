/** The refused registration that the person has dismissed. Only the last refusal is shown, so only one is kept. */
import { ofPlayground } from '../../parts/storage.ts';
import type { Attempt } from './attempts.ts';

const slot = ofPlayground('dismissed:1');

/** After a reset of the platform, calls are numbered from the beginning, so their time is part of the identity. */
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
