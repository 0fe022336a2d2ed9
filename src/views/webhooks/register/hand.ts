/** Calls of this view as acts change them. Each is proved anew by what the App in use holds. */
import type { Exchange } from '../../../../worker/api.ts';
import type { Hand } from '../../../refusal/hand.ts';
import { hrefOf } from '../route.ts';
import { attemptIn } from './attempts.ts';
import type { RegisterDesk } from './desk.svelte.ts';

const field = 'body.url';
const nothing = (): void => undefined;

/** A call that only who makes it can change. `link` leads back to it. */
export function fixedCall(call: Exchange, link: string, send: () => Promise<void>): Hand {
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

/** A registration, whose URL can be changed. `edit` leads to where it is typed. */
export function registrationInHand(
  call: Exchange,
  desk: RegisterDesk,
  send: () => Promise<void>,
  edit: () => void,
): Hand {
  const sent = attemptIn(call)?.url ?? '';
  return {
    ...fixedCall(call, hrefOf({ part: 'register' }), send),
    get edited() {
      return desk.url !== null && desk.url !== sent;
    },
    valueOf: (asked) => (asked === field ? (desk.url ?? sent) : null),
    change(changes) {
      const before = desk.url;
      for (const each of changes) if (each.field === field && each.value !== null) desk.url = each.value;
      return () => (desk.url = before);
    },
    show: edit,
  };
}
