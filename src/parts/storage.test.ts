import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebStorage } from '../../tests/support/web-storage.ts';
import { isOfPlayground, keepElsewhere, ofPerson, ofPlayground, ofTab, ofTabItself } from './storage.ts';

let local: WebStorage;
let tab: WebStorage;

beforeEach(() => {
  [local, tab] = [new WebStorage(), new WebStorage()];
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', tab);
  vi.stubGlobal('location', { pathname: '/play/' });
});
afterEach(() => {
  keepElsewhere();
  vi.unstubAllGlobals();
});

test('while another world is shown, the playground’s own data is neither read nor written', () => {
  ofPlayground('calls').write('own');
  ofTab('flow').write('own');
  const before = [local.texts, tab.texts];
  const elsewhere = new WebStorage();
  keepElsewhere(() => elsewhere);
  expect([ofPlayground('calls').read(), ofTab('flow').read()]).toEqual([null, null]);
  ofPlayground('calls').write('of the lesson');
  ofTab('flow').write(null);
  expect([local.texts, tab.texts]).toEqual(before);
  expect(ofPlayground('calls').read()).toBe('of the lesson');
  keepElsewhere();
  expect([ofPlayground('calls').read(), ofTab('flow').read()]).toEqual(['own', 'own']);
});

test('data of the person, and of this tab, stays in the browser’s storage whichever world is shown', () => {
  keepElsewhere(() => new WebStorage());
  ofPerson('theme').write('dark');
  ofTabItself('lesson').write('one');
  expect(Object.values(local.texts)).toEqual(['dark']);
  expect(Object.values(tab.texts)).toEqual(['one']);
});

test('a reset of the playground keeps what this tab shows', () => {
  ofTabItself('lesson').write('one');
  ofTab('flow').write('two');
  expect(Object.keys(tab.texts).map(isOfPlayground)).toEqual([false, true]);
});
