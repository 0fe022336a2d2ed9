import { flushSync } from 'svelte';
import { expect, it, onTestFinished } from 'vitest';
import { Handover } from './handover.svelte.ts';

it('gives each message once, to a view that is open or opened later', () => {
  const handover = new Handover();
  const taken: (true | undefined)[] = [];
  handover.give('page', 'https://api.svc.example/oauth/authorize');
  onTestFinished(
    $effect.root(() => {
      $effect(() => {
        taken.push(handover.take('send'));
      });
    }),
  );
  flushSync();
  handover.give('send', true);
  flushSync();
  expect(taken.filter((each) => each === true)).toHaveLength(1);
  expect(handover.take('send')).toBeUndefined();
  expect(handover.take('page')).toBe('https://api.svc.example/oauth/authorize');
  expect(handover.take('page')).toBeUndefined();
});
