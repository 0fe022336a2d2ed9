import { counted } from '../../parts/counted.ts';
import { expect, it } from 'vitest';
import type { EndpointOutline, World } from '../../../worker/api.ts';
import { callHref, notations, took, whoOf } from './words.ts';

it('writes limits as the specification does', () => {
  const limits = [
    { scope: 'user', limit: 17, windowSeconds: 86_400 },
    { scope: 'app', limit: 450, windowSeconds: 900 },
    { scope: 'app', limit: 1, windowSeconds: 1 },
  ] as const;
  expect(notations(limits)).toBe('17/24h U, 450 A, 1/1s A');
});

it('writes how long something took', () => {
  const cases: [number, string][] = [
    [0, '0 s'],
    [1240, '1.2 s'],
    [12_000, '12 s'],
    [924_000, '15 min 24 s'],
    [7_200_000, '2 h 00 min'],
    [4 * 86_400_000, '4 days 0 h'],
  ];
  expect(cases.map(([ms]) => took(ms))).toEqual(cases.map(([, text]) => text));
  expect([counted(1, 'refusal'), counted(1200, 'refusal')]).toEqual(['1 refusal', '1,200 refusals']);
});

it('names whose calls a window counts', () => {
  const world = { users: [{ id: '2', username: 'mira_holm', name: 'Mira' }] } as unknown as World;
  const forAll = { auth: ['oauth1', 'app'] } as unknown as EndpointOutline;
  const forUsers = { auth: ['oauth1'] } as unknown as EndpointOutline;
  expect(whoOf({ scope: 'user', userId: '2' }, world, forAll)).toBe('@mira_holm');
  expect(whoOf({ scope: 'user', userId: null }, world, forAll)).toBe('a token that has ended');
  expect(whoOf({ scope: 'app', userId: null }, world, forAll)).toBe('App, bearer');
  expect(whoOf({ scope: 'app', userId: null }, world, forUsers)).toBe('App, all users');
});

it('links to the call, with its caller', () => {
  expect(callHref('getMe')).toBe('#/requests/getMe');
  expect(callHref('getUser', { appId: '1', scope: 'app' })).toBe('#/requests/getUser?app=1&auth=app');
  expect(callHref('getMe', { appId: '1', scope: 'user', username: 'aiko' })).toBe(
    '#/requests/getMe?app=1&as=aiko',
  );
});
