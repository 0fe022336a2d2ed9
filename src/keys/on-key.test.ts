import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The part of a document that a key needs: nothing is rendered here. */
class FakeElement extends EventTarget {
  readonly #within: readonly string[];
  readonly #inside: readonly FakeElement[];
  constructor(within: readonly string[] = [], inside: readonly FakeElement[] = []) {
    super();
    this.#within = within;
    this.#inside = inside;
  }
  closest(selector: string): FakeElement | null {
    return this.#within.some((each) => selector.split(', ').includes(each)) ? this : null;
  }
  contains(other: FakeElement): boolean {
    return this.#inside.includes(other);
  }
}

const page = new EventTarget();
const dataset: Record<string, string> = {};
let modal: FakeElement | null = null;

beforeEach(() => {
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { documentElement: { dataset }, querySelector: () => modal });
});
afterEach(() => {
  modal = null;
  vi.unstubAllGlobals();
});

const keysOf = async () => import('./on-key.ts');

interface Press {
  readonly code?: string;
  readonly key: string;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
  readonly altKey?: boolean;
  readonly shiftKey?: boolean;
  readonly repeat?: boolean;
}

/** Presses a key on an element, then on its ancestors unless it is handled. Returns whether it was. */
function press(path: readonly EventTarget[], keys: Press): boolean {
  const event = new Event('keydown', { cancelable: true });
  Object.defineProperties(event, {
    target: { value: path[0] },
    ...Object.fromEntries(
      Object.entries({
        ctrlKey: false,
        metaKey: false,
        altKey: false,
        shiftKey: false,
        repeat: false,
        ...keys,
      }).map(([name, value]) => [name, { value }]),
    ),
  });
  for (const each of path) each.dispatchEvent(event);
  return event.defaultPrevented;
}

const element = (...args: ConstructorParameters<typeof FakeElement>) =>
  new FakeElement(...args) as FakeElement & HTMLElement;

test('keys are recognised by what they type, with Ctrl or the command key', async () => {
  const { pressed } = await keysOf();
  const event = (keys: Press) =>
    pressed({ ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...keys } as KeyboardEvent);
  expect(event({ key: 'Enter', ctrlKey: true })).toBe('Mod+Enter');
  expect(event({ key: 'k', metaKey: true })).toBe('Mod+K');
  expect(event({ key: 'N' })).toBe('N');
  expect(event({ key: 'N', shiftKey: true })).toBe('Shift+N');
  expect(event({ key: '?', shiftKey: true })).toBe('?');
  expect(event({ key: 's', ctrlKey: true, altKey: true })).toBe('Mod+Alt+S');
  expect(event({ key: '®', code: 'KeyR', metaKey: true, altKey: true })).toBe('Mod+Alt+R');
});

test('issue 18: a single key does nothing in a field, nor while single keys are off', async () => {
  const { onKey } = await keysOf();
  const { singleKeys } = await import('./single-keys.svelte.ts');
  const run = vi.fn();
  const off = onKey<'keys'>('?', run, 'page')(element());
  expect(press([element(['input:not([type=checkbox])']), page], { key: '?' })).toBe(false);
  expect(press([element(['[role=textbox]']), page], { key: '?' })).toBe(false);
  singleKeys.on = false;
  expect(press([element(), page], { key: '?' })).toBe(false);
  singleKeys.on = true;
  expect(run).not.toHaveBeenCalled();
  expect(press([element(), page], { key: '?' })).toBe(true);
  expect(run).toHaveBeenCalledOnce();
  off();
});

test('of two elements bound to a key only the inner one acts, and only once however long the key is held', async () => {
  const { onKey } = await keysOf();
  const [send, post] = [vi.fn(), vi.fn()];
  const field = element(['input:not([type=checkbox])']);
  const offs = [
    onKey<'send'>('Mod+Enter', send, 'page')(element()),
    onKey<'post'>('Mod+Enter', post, 'element')(field),
  ];
  press([field, page], { key: 'Enter', ctrlKey: true });
  expect(press([field, page], { key: 'Enter', ctrlKey: true, repeat: true })).toBe(true);
  expect(post).toHaveBeenCalledOnce();
  expect(send).not.toHaveBeenCalled();
  press([element(), page], { key: 'Enter', ctrlKey: true });
  expect(send).toHaveBeenCalledOnce();
  for (const off of offs) off();
});

test('a handler that declines leaves the key to the next', async () => {
  const { onKey } = await keysOf();
  const close = vi.fn();
  const form = element();
  const offs = [
    onKey<'closeForm'>('Escape', () => false, 'element')(form),
    onKey<'closeSheet'>('Escape', close, 'page')(element()),
  ];
  expect(press([form, page], { key: 'Escape' })).toBe(true);
  expect(close).toHaveBeenCalledOnce();
  for (const off of offs) off();
});

test('issue 18: elements under an open dialog ignore keys, those in it do not, and the palette always opens', async () => {
  const { onKey } = await keysOf();
  const [behind, within, find] = [vi.fn(), vi.fn(), vi.fn()];
  const inner = element();
  modal = element([], [inner]);
  const offs = [
    onKey<'send'>('Mod+Enter', behind, 'page')(element()),
    onKey<'closeSheet'>('Escape', within, 'page')(inner),
    onKey<'find'>('Mod+K', find, 'always')(element()),
  ];
  expect(press([page], { key: 'Enter', ctrlKey: true })).toBe(false);
  press([page], { key: 'Escape' });
  press([page], { key: 'k', ctrlKey: true });
  expect(behind).not.toHaveBeenCalled();
  expect(within).toHaveBeenCalledOnce();
  expect(find).toHaveBeenCalledOnce();
  for (const off of offs) off();
});
