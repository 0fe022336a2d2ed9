import { expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import type { Playground, Replaced, Replacer } from '../../worker/api.ts';
import { Notices } from './notices.svelte.ts';
import { askOrReset, notKeptWords, reset, sayReplaced, undo } from './replacements.ts';
import type { ResetQuestion } from './replacements.ts';

const noRoom: Extract<Replaced, { kind: 'noRoom' }> = { kind: 'noRoom', needed: 8e6, free: 300_000 };
const megabytes = /has 1 MB left .* About 8 MB are needed/;

/** A page in a browser that reports this number of open tabs. */
function openPage(
  asked: Playground['reset'],
  { canUndo = null as Replacer | null, tabs = 1, files = [] as readonly string[] } = {},
) {
  const held = Array.from({ length: tabs }, (_, at) => ({ name: `svc-playground:/play/:tab:${at}` }));
  const another = { name: 'svc-playground:/another/:tab:1' };
  vi.stubGlobal('navigator', { locks: { query: async () => ({ held: [...held, another] }) } });
  vi.stubGlobal('document', { baseURI: 'https://site.example/play/index.html' });
  const page = {
    playground: { reset: asked, files: async () => ({ files }) } as unknown as Playground,
    notices: new Notices(),
    ...{ kept: new Map(), appId: '', userId: '', generation: 1, canUndo },
    handover: { give: vi.fn<(kind: 'reset', question: ResetQuestion) => void>() },
  };
  onTestFinished(() => {
    page.notices.dismiss();
    vi.unstubAllGlobals();
  });
  return page;
}

it('Q3: a reset acts at once; it asks first only if another tab is open or an import can still be undone', async () => {
  const asked = vi.fn<Playground['reset']>(async () => ({ kind: 'replaced', canUndo: true }));
  for (const canUndo of [null, 'reset'] as const) {
    const page = openPage(asked, { canUndo });
    await askOrReset(page);
    expect(page.handover.give).not.toHaveBeenCalled();
    expect(page.notices.current?.action?.label).toBe('Undo');
  }
  expect(asked).toHaveBeenCalledTimes(2);
  const two = openPage(asked, { tabs: 3 });
  await askOrReset(two);
  expect(two.handover.give.mock.calls).toEqual([
    ['reset', { kind: 'asks', otherTabs: 2, losesImport: false }],
  ]);
  const imported = openPage(asked, { canUndo: 'import' });
  await askOrReset(imported);
  expect(imported.handover.give.mock.calls).toEqual([
    ['reset', { kind: 'asks', otherTabs: 0, losesImport: true }],
  ]);
  expect(asked).toHaveBeenCalledTimes(2);
});

it('if there is no room for a copy, the page says so in megabytes and offers to continue without Undo', async () => {
  const asked = vi.fn<Playground['reset']>();
  asked.mockResolvedValueOnce(noRoom).mockResolvedValueOnce({ kind: 'replaced', canUndo: false });
  const page = openPage(asked);
  await askOrReset(page);
  expect(page.handover.give.mock.calls).toEqual([['reset', noRoom]]);
  expect(page.notices.current).toBeNull();
  expect(notKeptWords(noRoom)).toMatch(megabytes);
  await reset(page, true);
  expect(asked.mock.calls).toEqual([['starter'], ['starter', true]]);
  expect(page.notices.current).toEqual({
    text: 'Everything is as on the first day. It cannot be undone.',
  });
});

it('a reset says that feed files stay, if there are any', async () => {
  const asked = vi.fn<Playground['reset']>(async () => ({ kind: 'replaced', canUndo: false }));
  const page = openPage(asked, { files: ['catalogue.csv'] });
  await reset(page, true);
  expect(page.notices.current).toEqual({
    text: 'Everything but the feed files is as on the first day. It cannot be undone.',
  });
});

it('before the loss of a world that was not copied and is too large for memory, the page asks', async () => {
  const tooLarge = { kind: 'tooLarge', most: 100_000 } as const;
  const asked = vi.fn<Playground['reset']>();
  asked.mockResolvedValueOnce(tooLarge).mockResolvedValueOnce({ kind: 'replaced', canUndo: false });
  const page = openPage(asked);
  await askOrReset(page);
  expect(page.handover.give.mock.calls).toEqual([['reset', tooLarge]]);
  expect(notKeptWords(tooLarge)).toContain('more than 100,000 rows');
  await reset(page, true);
  expect(asked.mock.calls).toEqual([['starter'], ['starter', true]]);
});

it('a cancelled reset changes nothing, not even in the page', async () => {
  const page = openPage(async () => ({ kind: 'cancelled' }));
  page.appId = 'app';
  await askOrReset(page);
  expect(page.notices.current?.text).toBe('The reset was cancelled. Nothing was changed.');
  expect(page.appId).toBe('app');
});

it('Undo is offered if it is possible; uncounted changes are reported as lost', async () => {
  const undoReplacement = vi.fn<Playground['undoReplacement']>();
  undoReplacement.mockResolvedValueOnce({ kind: 'asksUncounted' }).mockResolvedValueOnce({ kind: 'undone' });
  const session = { playground: { undoReplacement } as unknown as Playground, notices: new Notices() };
  sayReplaced(session, 'import', 'Imported.', true);
  expect(session.notices.current?.action?.label).toBe('Undo');
  await undo(session, 'import');
  expect(session.notices.current?.text).toContain('everything that was done in between');
  session.notices.current?.action?.run();
  await eventually(() => expect(session.notices.current?.text).toContain('The import is undone'));
  expect(undoReplacement.mock.calls).toEqual([[false], [true]]);
  session.notices.dismiss();
});
