import type { Exchange } from '../../worker/api.ts';
import type { AtHand } from '../spec/reading.ts';

/** The call that an exchange shows, for the marks in it; null if it reached no endpoint. */
export function atHandOf({ endpointId, appId, windows, trace }: Exchange): AtHand | null {
  if (endpointId === null) return null;
  const token = windows.find(({ scope }) => scope === 'user')?.principal;
  return {
    endpointId,
    ...(appId !== null && { appId }),
    ...(token !== undefined && { token }),
    steps: trace,
  };
}
