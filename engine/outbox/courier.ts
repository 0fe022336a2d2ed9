/** Makes calls to the outside, a few at a time. */
import type { OutgoingCall } from '../declaration/services.ts';
import type { Opened, OpeningCall } from '../http/open.ts';
import type { SendFailure } from '../http/send.ts';
import type { Carried, CourierParts } from './carry.ts';
import { Gate } from './gate.ts';

/** Calls of all kinds that are under way at a time. The others wait in order of arrival. */
export const callsAtOnce = 4;

export class Courier {
  readonly #gate = new Gate(callsAtOnce);

  constructor(private readonly parts: CourierParts) {}

  /** A host that throws counts as a lost connection. Rejects only when the module that makes the call cannot be loaded. */
  carry(call: OutgoingCall): Promise<Carried> {
    return this.#gate.through(async () => (await loadCarry()).carry(call, this.parts));
  }

  /** Opens a body that is read in pieces. The log gets the call without its body. Rejects as `carry` does. */
  async open(call: OpeningCall): Promise<Opened | SendFailure> {
    return (await loadCarry()).open(call, this.parts);
  }
}

const loadCarry = () => import('./carry.ts');
