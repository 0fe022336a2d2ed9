/** What a page says, checked by the server that hears it. */
import { anything, having, listOf, object, oneOf, text, union } from '../../engine/declaration/checks.ts';
import type { Check } from '../../engine/declaration/checks.ts';
import type { ReceiverRan } from '../contract/receiver-run.ts';
import type { FromRunner } from '../page-link.ts';
import { isUp } from '../tabs/tab-protocol.ts';
import type { FromPage, Said } from './messages.ts';
import { fromLine } from './wire.ts';

type Of<T extends FromPage['type']> = Extract<FromPage, { readonly type: T }>;

type From<T extends FromRunner['type']> = Extract<FromRunner, { readonly type: T }>;

const isFromRunner = union<FromRunner>({
  began: object<From<'began'>>({ type: oneOf('began') }),
  ran: object<From<'ran'>>({
    type: oneOf('ran'),
    ran: having<ReceiverRan>('result', 'lines', 'changes'),
  }),
  cannot: object<From<'cannot'>>({ type: oneOf('cannot'), why: text }),
});

/** null for what no page of ours says. */
export function saidIn(body: string): Said | null {
  try {
    const said = fromLine(body);
    return isSaid(said) ? said : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const isSaid: Check<Said> = object<Said>({
  line: text,
  messages: listOf(
    union<FromPage>({
      call: object<Of<'call'>>({ type: oneOf('call'), id: text, method: text, args: listOf(anything) }),
      up: object<Of<'up'>>({ type: oneOf('up'), id: text, part: isUp }),
      ran: object<Of<'ran'>>({ type: oneOf('ran'), id: text, from: isFromRunner }),
    }),
  ),
});
