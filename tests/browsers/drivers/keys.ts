/** Input in the format that both protocols of WebDriver share. */
import type { Chord, Point } from './driver.ts';

const codes: Readonly<Record<string, string>> = {
  Control: '\uE009',
  Shift: '\uE008',
  Alt: '\uE00A',
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  Delete: '\uE017',
  Backspace: '\uE003',
  End: '\uE010',
  Home: '\uE011',
  ArrowUp: '\uE013',
  ArrowDown: '\uE015',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
};

/** The keys of each chord are pressed in order and released in turn, before the next chord. */
export function pressing(chords: readonly Chord[]): object[] {
  const actions = chords.flatMap((keys) => {
    const values = keys.map((key) => codes[key] ?? key);
    const down = values.map((value) => ({ type: 'keyDown', value }));
    const up = values.toReversed().map((value) => ({ type: 'keyUp', value }));
    return [...down, ...up];
  });
  return [{ type: 'key', id: 'keys', actions }];
}

export function clicking({ x, y }: Point): object[] {
  const actions = [
    { type: 'pointerMove', x, y, duration: 0, origin: 'viewport' },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return [{ type: 'pointer', id: 'pointer', parameters: { pointerType: 'mouse' }, actions }];
}
