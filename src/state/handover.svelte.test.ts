import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import { Handover } from './handover.svelte.ts';

it('one effect can give a message while another takes it, and neither runs more often than needed', () => {
  const handover = new Handover();
  let given = 0;
  let taken = 0;
  const stop = $effect.root(() => {
    $effect(() => {
      given += 1;
      handover.give('signs', true);
    });
    $effect(() => {
      if (handover.take('signs')) taken += 1;
    });
  });
  flushSync();
  expect([given, taken, handover.waits]).toEqual([1, 1, false]);
  handover.give('find', true);
  flushSync();
  expect([given, handover.take('find')]).toEqual([1, true]);
  stop();
});
