import { expect, test } from 'vitest';
import { utf8 } from '../../worker/api.ts';
import type { Exchange, Sent } from '../../worker/api.ts';
import { toldOf } from './told.ts';

const json = ['content-type', 'application/json'] as const;
const trace = { at: 0, verb: 'Authenticated', outcome: 'passed', text: 'by `tok-secret-1`' } as const;

function sent(
  request: Partial<Exchange['request']>,
  response: { headers: [string, string][]; body: string },
): Sent {
  const outcome = {
    kind: 'response',
    status: 200,
    headers: response.headers,
    body: utf8(response.body),
  } as const;
  const exchange: Exchange = {
    ...{
      sequence: 1,
      at: 0,
      durationMs: 2,
      direction: 'in',
      endpointId: 'createPost',
      appId: null,
      userId: null,
    },
    request: { method: 'POST', url: 'https://api.svc.example/2/posts', headers: [], ...request },
    ...{ outcome, windows: [], trace: [{ ...trace, sections: ['4.2'], choices: [] }] },
  };
  return { outcome, exchange };
}

test('headers and bodies are passed on without members named as secrets and without secret values', () => {
  const told = toldOf(
    sent(
      {
        url: 'https://api.svc.example/2/posts?oauth_token=abcdef&q=tides',
        headers: [['Authorization', 'OAuth oauth_token="tok-secret-1"'], json],
        body: utf8('{"text":"tok-secret-1 at noon","client_secret":"hidden"}'),
      },
      { headers: [[...json], ['set-cookie', 'session=1']], body: '{"access_token":"xyz","id":"1"}' },
    ),
    ['tok-secret-1'],
  );
  expect(told).toEqual({
    ...{ endpoint: 'createPost', method: 'POST', durationMs: 2, status: 200 },
    url: 'https://api.svc.example/2/posts?oauth_token=&q=tides',
    request: {
      headers: [['Authorization', ''], json],
      body: '{"text":" at noon","client_secret":""}',
    },
    response: { headers: [json], body: '{"access_token":"","id":"1"}' },
    trace: [{ verb: 'Authenticated', outcome: 'passed', sections: ['4.2'] }],
  });
});

test('a body that is neither JSON nor a form, or is large, is not passed on', () => {
  const page = sent({}, { headers: [['content-type', 'text/html']], body: '<input value="t0ken">' });
  expect(toldOf(page, []).response?.body).toBeNull();
  const large = sent({}, { headers: [[...json]], body: `"${'x'.repeat(70_000)}"` });
  expect(toldOf(large, []).response?.body).toBeNull();
});
