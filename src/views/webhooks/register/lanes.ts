import type { Lifeline } from '../../../parts/sequence.ts';
import type { PageSession } from '../../../state/session.svelte.ts';

/** The participants of a check of a webhook. `appId` is null if the App is unknown. */
export const lanesOf = (
  { world, greeting }: PageSession,
  appId: string | null,
  host: string,
): readonly [Lifeline, Lifeline, Lifeline] => [
  { name: 'Your app', who: world.apps.find(({ id }) => id === appId)?.name ?? '' },
  { name: 'Platform', who: greeting.baseUrl.replace(/^https?:\/\//, '') },
  { name: 'Receiver', who: host },
];
