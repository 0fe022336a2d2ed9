/** Takes calls to the outside, a few at a time. */
import type { OutgoingCall } from '../declaration/services.ts';
import type { Opened, OpeningCall } from '../http/open.ts';
import type { SendFailure } from '../http/send.ts';
import type { Carried, CourierParts } from './carry.ts';
import { Gate } from './gate.ts';

/** Calls under way at a time, of all kinds: the others wait in the order in which they came. */
export const callsAtOnce = 4;

export class Courier {
  readonly #gate = new Gate(callsAtOnce);

  constructor(private readonly parts: CourierParts) {}

  /** A host that throws has lost the connection. Rejects only when the part of the site that carries does not arrive. */
  carry(call: OutgoingCall): Promise<Carried> {
    return this.#gate.through(async () => (await loadCarry()).carry(call, this.parts));
  }

  /** Opens a body that comes piece by piece: the log has its beginning, without the body. Rejects as `carry` does. */
  async open(call: OpeningCall): Promise<Opened | SendFailure> {
    return (await loadCarry()).open(call, this.parts);
  }
}

const loadCarry = () => import('./carry.ts');
