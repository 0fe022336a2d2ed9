import type { Sent, WindowState } from '../../../../worker/api.ts';

/** The same for a window before and after a call. */
export const keyOf = ({ endpointId, scope, principal, windowSeconds }: WindowState): string =>
  `${endpointId} ${scope} ${principal} ${windowSeconds}`;

/** The windows as a call left them; the others are as they were. */
export const afterCall = (windows: readonly WindowState[], { exchange }: Sent): readonly WindowState[] =>
  windows.map((each) => exchange.windows.find((left) => keyOf(left) === keyOf(each)) ?? each);
