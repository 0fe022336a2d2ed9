import { describe, expect, test } from 'vitest';
import { endpoint, json } from '../../engine/declaration/endpoint.ts';
import { familyOf } from '../../engine/declaration/family.ts';
import type { Family, Route } from '../../engine/declaration/family.ts';
import { families } from '../../engine/inside.ts';
import { v2 } from '../../engine/spec/apis.ts';
import { object, string } from '../../engine/spec/fields.ts';
import { limits } from '../../engine/spec/limits.ts';
import { start as startWith } from '../../testing/platform.ts';

const common = {
  api: v2,
  method: 'GET',
  section: '8.3',
  summary: '',
  auth: ['app'],
  limits: limits('50 A'),
  choices: [],
  refuses: [],
  example: {},
  answers: { 200: json(object({ by: string() })) },
} as const;
const by = (id: string) => ({ id, handle: () => ({ status: 200, body: { by: id } }) });

const first = familyOf('first', 'First', [
  endpoint({ ...common, ...by('me'), path: '/2/here/me' }),
  endpoint({ ...common, ...by('any'), path: '/2/here/:x', params: { x: string() } }),
]);
const late = familyOf('late', 'Late', [
  endpoint({ ...common, ...by('named'), path: '/2/here/named' }),
  endpoint({ ...common, ...by('changeMe'), method: 'POST', path: '/2/here/me' }),
]);

/** A platform that has the routes of `first` and loads those of `late`; counts the loads, and can make them fail. */
async function start() {
  const loading = { times: 0, fails: false };
  const routes = (): Promise<readonly Route[]> => {
    loading.times++;
    return loading.fails
      ? Promise.reject(new Error('offline'))
      : Promise.resolve(late.routes as readonly Route[]);
  };
  const given: readonly Family[] = [first, { ...late, routes }];
  const { as, platform } = await startWith({ families: given });
  return { loading, platform, call: as.bearer() };
}

describe('routes that are loaded when they are needed', () => {
  test('are not waited for if the full path and its method are known', async () => {
    const { loading, call } = await start();
    expect((await call.get('/2/here/me')).json).toEqual({ by: 'me' });
    expect(loading.times).toBe(0);
  });

  test('win over a loaded route that would take the name as a parameter', async () => {
    const { loading, call } = await start();
    expect((await call.get('/2/here/named')).json).toEqual({ by: 'named' });
    expect((await call.get('/2/here/other')).json).toEqual({ by: 'any' });
    expect(loading.times).toBe(1);
  });

  test('are loaded before a path says which methods it has', async () => {
    const { call } = await start();
    const put = await call.send({ method: 'PUT', path: '/2/here/me' });
    expect([put.status, put.header('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
  });

  test('that cannot be loaded are code 131, and are retried', async () => {
    const { loading, call } = await start();
    loading.fails = true;
    const failed = await call.get('/2/here/named');
    expect([failed.status, failed.json]).toMatchObject([500, { errors: [{ code: 131 }] }]);
    loading.fails = false;
    expect((await call.get('/2/here/named')).json).toEqual({ by: 'named' });
  });

  test('are also found by id, for the windows that a call would count in', async () => {
    const { platform } = await start();
    expect(await platform.ask('limits.windows', 'named', { appId: '26001' })).toMatchObject([{ limit: 50 }]);
    expect(await platform.ask('limits.windows', 'nothing', { appId: '26001' })).toEqual([]);
  });
});

test('only one family of the platform has its routes loaded at once', () => {
  const atHand = families.filter(({ routes }) => typeof routes !== 'function').map(({ id }) => id);
  expect(atHand).toEqual(['users']);
});
