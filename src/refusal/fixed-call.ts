import type { Exchange } from '../../worker/api.ts';
import type { CallHandle } from './call-handle.ts';

const nothing = (): void => undefined;

/** A call that only its sender can change. `link` leads back to it. */
export function fixedCall(call: Exchange, link: string, send: () => Promise<void>): CallHandle {
  const { outcome } = call;
  return {
    sent: {
      outcome: outcome.kind === 'stream' ? { kind: 'closed', reason: 'a stream' } : outcome,
      exchange: call,
    },
    edited: false,
    link,
    valueOf: () => null,
    change: () => nothing,
    show: nothing,
    proveBy: () => nothing,
    renew: () => nothing,
    send,
  };
}
