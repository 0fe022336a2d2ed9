/** The address of a person's module. Its parameter identifies it in stack traces. */
const before = 'data:text/javascript;charset=utf-8;of=receiver,';

/** With its own name, if stack traces show names. */
const name = 'receiver.js';

/** As a data: URL: no other address can be imported in all browsers (decisions/sandbox.md). */
export const ownModule = (code: string): string =>
  `${before}${encodeURIComponent(`${code}\n//# sourceURL=${name}`)}`;

/** Whether a script's address, as browsers show it, is that of the module. */
export const isOwn = (address: string): boolean => address === name || address.startsWith(before);

/** A position in the module, in a stack trace: its line is the first group. */
export const placeInStack = /(?:receiver\.js|;of=receiver,[^\s:]*):(\d+):\d+/;
