/** The address that a person's module is imported from. Its parameter tells it apart in a stack of calls. */
const before = 'data:text/javascript;charset=utf-8;of=receiver,';

/** Under a name of its own, where stacks show names. */
const name = 'receiver.js';

/** As data: no other address can be imported in all browsers (decisions/sandbox.md). */
export const ownModule = (code: string): string =>
  `${before}${encodeURIComponent(`${code}\n//# sourceURL=${name}`)}`;

/** Whether a script's address, as browsers show it, is that of the module. */
export const isOwn = (address: string): boolean => address === name || address.startsWith(before);

/** A place in the module, in a stack of calls: its line is the first group. */
export const placeInStack = /(?:receiver\.js|;of=receiver,[^\s:]*):(\d+):\d+/;
