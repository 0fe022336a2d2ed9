/**
 * This view's calls in a form that acts can change. Each is authenticated again with the credentials of the App in use.
 */
import type { Exchange } from '../../../../worker/api.ts';
import { fixedCall } from '../../../refusal/fixed-call.ts';
import type { CallHandle } from '../../../refusal/call-handle.ts';
import { hrefOf } from '../route.ts';
import { attemptIn } from '../attempts.ts';
import type { RegisterDesk } from './desk.svelte.ts';

const field = 'body.url';

/** A registration, whose URL can be changed. `edit` goes to its field. */
export function registrationInHand(
  call: Exchange,
  desk: RegisterDesk,
  send: () => Promise<void>,
  edit: () => void,
): CallHandle {
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
