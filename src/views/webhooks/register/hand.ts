/** Calls of this view as acts change them. Each is proved again by what the App in use holds. */
import type { Exchange } from '../../../../worker/api.ts';
import { fixedCall } from '../../../refusal/fixed-call.ts';
import type { CallHandle } from '../../../refusal/call-handle.ts';
import { hrefOf } from '../route.ts';
import { attemptIn } from '../attempts.ts';
import type { RegisterDesk } from './desk.svelte.ts';

const field = 'body.url';

/** A registration, whose URL can be changed. `edit` leads to where it is typed. */
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
