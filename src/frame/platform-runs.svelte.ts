import { counted } from '../parts/counted.ts';
import { MerchantWatch } from '../merchants/watch.svelte.ts';
import { Live } from '../state/live.svelte.ts';
import type { WhatRuns } from '../state/what-runs.svelte.ts';
import type { PageSession } from '../state/session.svelte.ts';

/**
 * Work that the platform does by itself. It continues without the page, so a reload interrupts none of it. Returns the
 * way to stop.
 */
export function followPlatform(session: PageSession, running: WhatRuns): () => void {
  const merchants = session.keep(MerchantWatch);
  const retries = new Live(session, () => retried(session), {
    when: ({ type }) => ['receivers', 'clock', 'portal', 'restarted'].includes(type),
    pause: 500,
  });
  const stops = [merchants.follow(), retries.follow()];
  running.follow('feeds', () => {
    const count = runsUnderWay(merchants.value ?? []);
    const words = count === 1 ? 'a feed is read' : `${count} feeds are read`;
    return count > 0 ? { view: 'catalog', words, left: null } : null;
  });
  running.follow('retries', () => {
    const count = retries.value ?? 0;
    return count > 0
      ? {
          view: 'webhooks',
          words: `${counted(count, 'delivery', 'deliveries')} to be tried again`,
          left: null,
        }
      : null;
  });
  return () => {
    for (const stop of stops) stop();
  };
}

const runsUnderWay = (merchants: NonNullable<MerchantWatch['value']>): number =>
  merchants
    .flatMap(({ catalog }) => catalog?.feeds ?? [])
    .filter(({ runs: [last] }) => last?.status === 'QUEUED' || last?.status === 'RUNNING').length;

/** Deliveries that failed and wait for their next try, of every webhook. */
async function retried({ playground }: PageSession): Promise<number> {
  const { apps } = await playground.ask('webhooks.report');
  const pages = await Promise.all(
    apps
      .flatMap(({ webhooks }) => webhooks)
      .map(({ id }) => playground.ask('activity.report', id, { state: 'waiting' })),
  );
  return pages.flatMap((page) => page?.events ?? []).filter(({ tries }) => tries.length > 0).length;
}
