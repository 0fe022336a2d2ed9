import type { PlaygroundEvent } from '../../worker/api.ts';

/** Whether rows of the world may be others after it: a call, of whichever tab, or something done in the portal. */
export const changesRows = ({ type }: PlaygroundEvent): boolean => type === 'exchange' || type === 'portal';
