const several = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/** Changes since a moment that a return to it would undo. */
export const lostWords = ({ calls, changes }: { readonly calls: number; readonly changes: number }): string =>
  [
    ...several(calls, 'call that changed something', 'calls that changed something'),
    ...several(changes, 'change of yours', 'changes of yours'),
  ].join(' and ');

/** Why the last jump cannot be undone. */
export const tooMuchWords =
  'This jump cannot be undone: more than 200,000 rows or 64 MB changed since it began, which is more than the page keeps.';
