/** Makes every kind of request to a platform once: an opened platform has to answer it. */
import { expect } from 'vitest';
import { createPlatform } from '../../engine/index.ts';
import type { Platform } from '../../engine/inside.ts';
import { caller } from '../../testing/platform.ts';
import type { Answer } from '../../testing/platform.ts';
import { wholeCalls } from './whole-calls.ts';
import type { WholeCall } from './whole-calls.ts';
import type { Whole } from './whole-snapshot.ts';

/**
 * Everything that a person or a program can request of a platform, once; of the endpoints every `nth`, from `first`.
 * `heard` receives the answers.
 */
export async function demandWorks(
  platform: Platform,
  { credentials, underWay }: Pick<Whole, 'credentials' | 'underWay'>,
  { first, nth, heard }: Demand,
): Promise<void> {
  await platform.do('portal.setAbuse', false);
  for (const [at, call] of wholeCalls(caller(platform, credentials), underWay).entries()) {
    if (at % nth !== first) continue;
    const answer = await call.client.send(call.message);
    if (answer.closed) continue;
    const said = `${call.id} by ${call.kind}: ${answer.text} ${JSON.stringify(answer.exchange.trace)}`;
    expect(answer.status, said).toBeLessThan(500);
    heard(call, answer);
  }
  for (const { id, webhooks } of platform.portal.apps()) {
    await platform.ask('portal.apiKeyHint', id);
    for (const webhook of webhooks) await platform.ask('activity.report', webhook, {});
  }
  platform.portal.projects();
  platform.portal.users();
  platform.portal.notices();
  await platform.doOnce('Asked', 'portal.createApp', 'Asked', null);
  platform.exchanges.list();
  await platform.ask('webhooks.report');
  await platform.ask('limits.report', 0);
  const receivers = await platform.ask('receivers.list');
  for (const { host } of receivers) await platform.ask('receivers.items', host);
  await platform.clock.advance(3_600_000);
  // A working platform can also be exported.
  createPlatform({ snapshot: structuredClone(platform.snapshot()) });
}

interface Demand {
  readonly first: number;
  readonly nth: number;
  readonly heard: (call: WholeCall, answer: Answer) => unknown;
}
