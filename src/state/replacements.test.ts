import { expect, it, vi } from 'vitest';
import type { Playground, Replaced } from '../../worker/api.ts';
import { Notices } from './notices.svelte.ts';
import { noRoomWords, reset, sayReplaced, undo } from './replacements.ts';

const noRoom: Replaced = { kind: 'noRoom', needed: 8e6, free: 300_000 };
const megabytes = /has 1 MB left .* About 8 MB are needed/;

it('what finds no room beside what is here is told in megabytes, and asked for once more without a way back', async () => {
  const asked = vi.fn<Playground['reset']>();
  asked.mockResolvedValueOnce(noRoom).mockResolvedValueOnce({ kind: 'replaced', canUndo: false });
  const session = { playground: { reset: asked } as unknown as Playground, notices: new Notices() };
  expect(await reset(session, false)).toBe(noRoom);
  expect(session.notices.current).toBeNull();
  expect(noRoomWords(noRoom)).toMatch(megabytes);
  expect(await reset(session, true)).toBeNull();
  expect(asked.mock.calls).toEqual([['starter'], ['starter', true]]);
  expect(session.notices.current).toEqual({
    text: 'Everything is as on the first day. It cannot be undone.',
  });
  session.notices.dismiss();
});

it('a way back is offered where there is one; what nobody counted is said to be lost', async () => {
  const undoReplacement = vi.fn<Playground['undoReplacement']>();
  undoReplacement.mockResolvedValueOnce({ kind: 'asksUncounted' }).mockResolvedValueOnce({ kind: 'undone' });
  const session = { playground: { undoReplacement } as unknown as Playground, notices: new Notices() };
  sayReplaced(session, 'import', 'Imported.', true);
  expect(session.notices.current?.action?.label).toBe('Undo');
  await undo(session, 'import');
  expect(session.notices.current?.text).toContain('everything that was done in between');
  session.notices.current?.action?.run();
  await vi.waitFor(() => expect(session.notices.current?.text).toContain('The import is undone'));
  expect(undoReplacement.mock.calls).toEqual([[false], [true]]);
  session.notices.dismiss();
});
