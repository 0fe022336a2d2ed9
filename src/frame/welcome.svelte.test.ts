import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import type { FirstSteps, PlaygroundEvent } from '../../worker/api.ts';
import { clientOf } from '../../worker/page/client.ts';
import { Welcome } from './welcome.svelte.ts';

/** A welcome line whose questions the test answers, and to which it sends events. */
function openWelcome() {
  const asked: ((steps: FirstSteps) => void)[] = [];
  const listeners = new Set<(event: PlaygroundEvent) => void>();
  const playground = clientOf(
    () =>
      new Promise((resolve) => {
        asked.push((value) => resolve({ value }));
      }),
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  );
  const tell = (event: PlaygroundEvent) => listeners.forEach((listener) => listener(event));
  return { welcome: new Welcome({ playground }), asked, tell };
}

const none = { sent: null, fixed: null, signedIn: null };
const all = { sent: 1, fixed: 3, signedIn: 8 };
const answered: PlaygroundEvent = { type: 'exchange', sequence: 1, endpointId: 'getMe', status: 200 };

test('Lift 1: a load does not cause one question per call: one at a time, and none when all steps are done', async () => {
  const { welcome, asked, tell } = openWelcome();
  onTestFinished(welcome.follow());
  await eventually(() => expect(asked).toHaveLength(1));
  for (let call = 0; call < 50; call++) tell(answered);
  expect(asked).toHaveLength(1);
  asked[0]?.(none);
  await eventually(() => expect(asked).toHaveLength(2));
  expect(welcome.steps).toEqual(none);
  asked[1]?.(all);
  await eventually(() => expect(welcome.steps).toEqual(all));
  tell(answered);
  expect(asked).toHaveLength(2);
  tell({ type: 'restarted' });
  expect(asked).toHaveLength(3);
  asked[2]?.(none);
  await eventually(() => expect(welcome.steps).toEqual(none));
});
