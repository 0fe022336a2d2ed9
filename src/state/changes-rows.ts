import type { PlaygroundEvent } from '../../worker/api.ts';

/** Whether an event may have changed rows of the world: a call, from any tab, or an action in the portal. */
export const changesRows = ({ type }: PlaygroundEvent): boolean => type === 'exchange' || type === 'portal';
