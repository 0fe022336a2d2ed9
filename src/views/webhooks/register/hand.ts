/** A registration as acts change it: its URL, and who makes it. */
import type { Exchange } from '../../../../worker/api.ts';
import type { Hand } from '../../../refusal/hand.ts';
import { hrefOf } from '../route.ts';
import { attemptIn } from './attempts.ts';
import type { RegisterDesk } from './desk.svelte.ts';

const field = 'body.url';

/** `edit` leads to where the address is typed. The App in use proves itself by its bearer token, always anew. */
export function callInHand(
  call: Exchange,
  desk: RegisterDesk,
  send: () => Promise<void>,
  edit: () => void,
): Hand {
  const sent = attemptIn(call)?.url ?? '';
  const nothing = () => undefined;
  const { outcome } = call;
  return {
    sent: {
      outcome: outcome.kind === 'stream' ? { kind: 'closed', reason: 'a stream' } : outcome,
      exchange: call,
    },
    get edited() {
      return desk.url !== null && desk.url !== sent;
    },
    link: hrefOf({ part: 'register' }),
    valueOf: (asked) => (asked === field ? (desk.url ?? sent) : null),
    change(changes) {
      const before = desk.url;
      for (const each of changes) if (each.field === field && each.value !== null) desk.url = each.value;
      return () => (desk.url = before);
    },
    show: edit,
    proveBy: () => nothing,
    renew: () => nothing,
    send,
  };
}
