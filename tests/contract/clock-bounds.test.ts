/** The clock never goes back, and ends with 2079. */
import { expect, test } from 'vitest';
import { createPlatform } from '../../engine/index.ts';
import { start } from '../../testing/platform.ts';

const hour = 3_600_000;
const year = 366 * 24 * hour;
const end = Date.UTC(2080, 0, 1);

test('it cannot be frozen in the past, where a signed request would be taken twice', async () => {
  const { platform, as } = await start();
  const request = as.user().prepare({ path: '/2/users/me' });
  expect((await platform.handle(request)) as object).toMatchObject({ status: 200 });
  const then = platform.clock.now();
  await platform.clock.advance(2 * hour); // the nonce is swept
  for (const at of [then, platform.clock.now() - 1])
    await expect(platform.clock.freeze(at)).rejects.toThrow(RangeError);
  expect(platform.clock.frozen).toBe(false);
  expect((await platform.handle(request)) as object).toMatchObject({ status: 401 });
});

test('no window of a limit stays open, neither after a refused move to the past nor after the real clock goes back', async () => {
  const window = hour / 4;
  let real = Date.UTC(2026, 2, 2);
  const { platform, as } = await start({ now: () => real });
  const { clock } = platform;
  const begun = clock.now();
  /** Its status, how many calls are left, and when its window ends. */
  const call = async () => {
    const answer = await as.user().get('/2/users/me');
    const endsIn = answer.number('svc-rate-limit-reset') * 1000 - clock.now();
    return [answer.status, answer.number('svc-rate-limit-remaining'), endsIn];
  };
  const turnBack = async () => {
    for (const at of [begun, clock.now() - 1]) await expect(clock.freeze(at)).rejects.toThrow(RangeError);
    real -= hour;
  };
  for (let left = 74; left >= 0; left--) expect(await call()).toEqual([200, left, window]);
  await clock.advance(window - 1000);
  await turnBack();
  expect(await call()).toEqual([429, 0, 1000]);
  await clock.advance(1000);
  expect(await call()).toEqual([200, 74, window]);
  await clock.advance(2 * hour); // the window is swept
  await turnBack();
  expect(await call()).toEqual([200, 74, window]);
  await turnBack();
  await clock.advance(window - 1000);
  expect(await call()).toEqual([200, 73, 1000]);
  await clock.advance(1000);
  expect(await call()).toEqual([200, 74, window]);
});

test('a real clock that goes back does not take the platform’s with it', async () => {
  let real = 1_000_000;
  const { clock } = createPlatform({ now: () => real });
  expect(clock.now()).toBe(1_000_000);
  real -= 5000;
  expect(clock.now()).toBe(1_000_000);
  await clock.advance(10);
  expect(clock.now()).toBe(1_000_010);
  real += 5;
  expect(clock.now()).toBe(1_000_015);
});

test('a clock that runs between two reads can be frozen', async () => {
  let real = 1_000_000;
  const { clock } = createPlatform({ now: () => real++ });
  await clock.freeze();
  expect(clock.frozen).toBe(true);
  expect(clock.now()).toBeGreaterThan(1_000_000);
});

test('it ends in 2079, when ids still have 19 digits and can be read back', async () => {
  const { platform, as } = await start({ now: () => end - 2 * year });
  const { clock } = platform;
  await expect(clock.freeze(end)).rejects.toThrow(/2079/);
  await expect(clock.advance(end - clock.now())).rejects.toThrow(/2079/);
  const before = clock.now();
  await expect(clock.advance(10 * year)).rejects.toThrow(RangeError);
  expect(clock.now()).toBe(before);
  await clock.advance(end - 1 - before);
  expect(new Date(clock.now()).toISOString()).toBe('2079-12-31T23:59:59.999Z');
  const { id } = (await as.user().post('/2/posts', { text: 'The last one' })).json.data;
  expect(id).toMatch(/^\d{19}$/);
  expect((await as.bearer().get(`/2/posts/${id}`)).json.data.id).toBe(id);
});

test('a real clock beyond 2079 shows its end', () => {
  expect(createPlatform({ now: () => end + 5 * year }).clock.now()).toBe(end - 1);
});
