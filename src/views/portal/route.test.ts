import { describe, expect, it } from 'vitest';
import { formatPlace, parsePlace } from '../../router.ts';
import { placeOf, readPlace } from './route.ts';
import type { Shows } from './route.ts';

const read = (hash: string) => {
  const place = parsePlace(hash);
  if ('problem' in place) throw new Error(place.problem);
  return readPlace(place, '7');
};

describe('the places of the portal', () => {
  it.each<Shows>([
    { kind: 'app', id: '26001', tab: 'settings' },
    { kind: 'app', id: '26001', tab: 'keys' },
    { kind: 'project', id: '1700' },
    { kind: 'mailbox' },
    { kind: 'vault' },
  ])('are links: %j', (shows) => {
    expect(read(formatPlace(placeOf(shows)))).toEqual(shows);
  });

  it('begin with the App in use', () => {
    expect(read('#/portal')).toEqual({ kind: 'app', id: '7', tab: 'settings' });
  });

  it.each([
    '#/portal/nothing',
    '#/portal/apps/1/secrets',
    '#/portal/apps/1/keys/more',
    '#/portal/projects',
    '#/portal/vault/1',
    '#/portal/vault?reveal=1',
  ])('say what is not understood: %s', (hash) => {
    expect(read(hash)).toEqual({ problem: expect.any(String) as unknown });
  });
});
