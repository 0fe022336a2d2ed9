import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Draft } from '../call/draft.svelte.ts';
import { showField } from './show-field.ts';

const page = new EventTarget();
let frames: (() => void)[] = [];
let shown: object[] = [];

beforeEach(() => {
  [frames, shown] = [[], []];
  vi.stubGlobal('CSS', { escape: String });
  vi.stubGlobal('HTMLInputElement', Event); // none of the fields here is one
  vi.stubGlobal('document', { querySelectorAll: () => shown });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
});
afterEach(() => void vi.unstubAllGlobals());

function draw(times: number): void {
  for (let time = 0; time < times; time++) for (const frame of frames.splice(0)) frame();
}

const show = () => showField({ tab: 'signature', query: [] } as unknown as Draft, 'header.X-Note');
const field = () => ({
  ...{ focus: vi.fn(), matches: () => true, checkVisibility: () => true, scrollIntoView: () => undefined },
});

it('focuses a field however late it appears, once', () => {
  show();
  draw(1000);
  const late = field();
  shown = [late];
  draw(2);
  expect([late.focus.mock.calls.length, frames.length]).toEqual([1, 0]);
});

it.each(['keydown', 'pointerdown'])(
  'does not move the focus of a person who does something else meanwhile: %s',
  (act) => {
    show();
    draw(3);
    page.dispatchEvent(new Event(act));
    const late = field();
    shown = [late];
    draw(2);
    expect([late.focus.mock.calls.length, frames.length]).toEqual([0, 0]);
  },
);
