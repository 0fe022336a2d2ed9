import { flushSync } from 'svelte';
import { expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { openSession } from '../../../tests/support/session.ts';
import { LimitWatch } from './watch.svelte.ts';

it('is asked for once, and not again because an answer arrived', async () => {
  const session = await openSession();
  const ask = vi.spyOn(session.playground, 'ask');
  const watch = new LimitWatch(session);
  onTestFinished(
    $effect.root(() => {
      $effect(() => watch.follow());
    }),
  );
  flushSync();
  await eventually(() => expect(watch.report).not.toBeNull());
  for (let turn = 0; turn < 5; turn++) {
    flushSync();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(ask).toHaveBeenCalledTimes(1);
});
