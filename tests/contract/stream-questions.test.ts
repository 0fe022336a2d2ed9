/** What a page asks about the filtered stream: nothing of it is sent or counted. */
import { expect, test } from 'vitest';
import { start } from '../../testing/platform.ts';
import { addRules, Listener } from '../support/stream.ts';

const reader = '26001';

test('Q31: since when an App is connected is known while it is, however the connection ends', async () => {
  const { platform, as } = await start();
  const bearer = as.bearer();
  await addRules(bearer, 'loaf');
  const since = () => platform.ask('stream.connectedSince', reader);
  expect(await since()).toBeNull();
  const listener = await Listener.to(bearer);
  const opened = platform.clock.now();
  expect(await since()).toBe(opened);
  await platform.clock.advance(60_000);
  expect(await since()).toBe(opened);
  expect(await platform.ask('stream.connectedSince', '1')).toBeNull();
  listener.leave();
  expect(await since()).toBeNull();
});
