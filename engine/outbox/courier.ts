/** Takes calls to the outside, a few at a time. */
import type { OutgoingCall } from '../declaration/services.ts';
import type { Log } from '../exchanges/log.ts';
import type { Open, Opened, OpeningCall } from '../http/open.ts';
import type { Send, SendFailure } from '../http/send.ts';
import type { Carried } from './carry.ts';
import { Gate } from './gate.ts';

/** Calls under way at a time, of all kinds: the others wait in the order in which they came. */
export const callsAtOnce = 4;

export interface CourierParts {
  readonly send: Send;
  readonly open: Open;
  readonly log: Log;
  /** Called when the log has changed. */
  readonly logged: () => void;
  /** Epoch ms of the platform. */
  readonly now: () => number;
  readonly elapsed: () => number;
}

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
