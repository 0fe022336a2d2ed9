import { expect, test } from 'vitest';
import { start } from '../support/platform.ts';
import { block, worldOf } from '../support/world.ts';

const [mira, jonas, sam] = ['2244994945', '2244994946', '2244994948'] as const;

test('what mends a refusal about a list is its owner’s credential; about a block, and a list to pin, nothing does', async () => {
  const scenario = worldOf(0, (write) => {
    write.lists.insert({
      ...{ id: '7', owner_id: jonas, name: 'L', description: '', private: false, created_at: 0 },
    });
    write.lists.insert({
      ...{ id: '8', owner_id: sam, name: 'L', description: '', private: false, created_at: 0 },
    });
    block(write, jonas, mira);
  });
  const { platform, as } = await start({ scenario });
  const me = as.user();
  const foreign = await me.send({ id: 'one', method: 'DELETE', path: '/2/lists/7' });
  expect(foreign.status).toBe(403);
  expect((await platform.advise('one'))!.act).toMatchObject({ kind: 'useCredential' });
  const path = `/2/users/${mira}/followed_lists`;
  const blocked = await me.send({ id: 'two', method: 'POST', path, json: { list_id: '7' } });
  expect(blocked.status).toBe(403);
  expect((await platform.advise('two'))!.act).toEqual({
    kind: 'none',
    because: 'While one of the two blocks the other, nothing mends it.',
  });
  const pinning = { method: 'POST', path: `/2/users/${mira}/pinned_lists`, json: { list_id: '8' } };
  expect((await me.send({ id: 'three', ...pinning })).status).toBe(403);
  expect((await platform.advise('three'))!.act).toEqual({
    kind: 'none',
    because: 'A user pins lists of their own and lists that they follow: follow it first.',
  });
});
