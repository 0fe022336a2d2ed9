import { describe, expect, it } from 'vitest';
import { breaksOf, changeLast, stepsOf } from './breaks.ts';
import { flowIds, flows, stepsToCome } from './flows.ts';
import { arrowsOf } from './flow-steps.ts';
import { build, fromText, shownLines, specOf, toText } from './request-spec.ts';
import type { RequestSpec } from './request-spec.ts';

const fresh = { nonce: 'n', timestamp: 1_700_000_000 };
const spec: RequestSpec = {
  method: 'POST',
  url: 'https://api.svc.example/oauth/request_token',
  lines: [
    { where: 'header', name: 'oauth_callback', value: 'https://northwind.example/cb?a=1&b=%20' },
    { where: 'query', name: 'q', value: 'a b' },
    { where: 'body', name: 'x', value: 'ä=&' },
  ],
  auth: { kind: 'oauth1', consumer_key: 'key', consumer_secret: 'secret' },
  headers: [],
};

describe('future steps', () => {
  const { steps } = flows['oauth1-callback'];

  it('are all of them before the start, and begin with what waits for the person', () => {
    expect(stepsToCome(steps, null, null)).toEqual(steps);
    expect(stepsToCome(steps, 'open', 'login')[0]).toBe('login');
    expect(stepsToCome(steps, 'open', 'decide')[0]).toBe('decide');
    expect(stepsToCome(steps, 'login', 'login')[0]).toBe('login');
    expect(stepsToCome(steps, 'proof', null)).toEqual([]);
  });

  it('include what a break adds', () => {
    expect(stepsOf(flows['oauth1-callback'], new Set(['nonce'])).slice(0, 2)).toEqual([
      'request_token',
      'replayed',
    ]);
    expect(stepsOf(flows.pkce, new Set(['twice']))).toContain('twice');
  });

  it('are arrows between the lifelines, and one of them is a question', () => {
    const arrows = arrowsOf(flows['oauth1-callback'], [], stepsToCome(steps, 'open', 'decide'), 'decide');
    expect(arrows[0]).toMatchObject({ label: 'Allow or Deny?', state: 'wait', from: 1, to: 2 });
    expect(arrows.slice(1).every(({ state }) => state === 'todo')).toBe(true);
    expect(arrowsOf(flows['oauth1-callback'], [], steps, null)).toHaveLength(14);
  });

  it('are named by their path when they were called', () => {
    const flow = flows['app-only'];
    expect(arrowsOf(flow, [], flow.steps, null)[2]?.label).toBe('GET /2/users/by/username/:username');
    const url = 'https://api.svc.example/2/users/by/username/mira_holm';
    const request = { method: 'GET', url, headers: [] };
    const step = { id: 1, kind: 'proof', request, sent: null, spec: null, why: null, again: [] } as const;
    expect(arrowsOf(flow, [step], [], null)[0]?.label).toBe('GET /2/users/by/username/mira_holm');
  });
});

describe('breaks', () => {
  it('are offered only for flows that they fit, each with its words', () => {
    const offered = Object.fromEntries(
      flowIds.map((id) => [id, breaksOf(flows[id]).map((each) => each.id)] as const),
    );
    expect(offered['oauth1-pin']).not.toContain('callback');
    expect(offered['oauth1-callback']).not.toContain('code_verifier');
    expect(offered['pkce']).toEqual(expect.arrayContaining(['state', 'code_verifier', 'expired', 'setting']));
    expect(offered['app-only']).toEqual(['key', 'grant']);
    for (const id of flowIds)
      for (const each of breaksOf(flows[id])) expect(each.why.length, each.title).toBeGreaterThan(40);
  });

  it.each(['a', '0', '1', 'x', 'Zz9', '1234560'])('change %s', (text) => {
    expect(changeLast(text)).not.toBe(text);
    expect(changeLast(text)).toHaveLength(text.length);
  });
});

describe('messages', () => {
  it('are signed over all their parameters', () => {
    const { headers, url, body } = build(spec, fresh);
    expect(headers[0]?.[1]).toMatch(/^OAuth oauth_callback="https%3A%2F%2Fnorthwind.example%2Fcb%3Fa/);
    expect(url).toBe('https://api.svc.example/oauth/request_token?q=a%20b');
    expect(new TextDecoder().decode(body)).toBe('x=%C3%A4%3D%26');
  });

  it('survive conversion to text and back', () => {
    expect(fromText(toText(spec.lines))).toEqual({ lines: spec.lines });
  });

  it('say which line cannot be read', () => {
    expect(fromText('header a=1\n\nnonsense')).toEqual({
      problem: 'Line 3 is not "header", "query" or "body", then name=value.',
    });
  });

  it('use a nonce and a timestamp that were typed', () => {
    const lines = [
      { where: 'header', name: 'oauth_nonce', value: 'typed' },
      { where: 'header', name: 'oauth_timestamp', value: '5' },
    ] as const;
    const shown = shownLines(build({ ...spec, lines }, fresh));
    expect(shown.filter(({ name }) => name === 'oauth_nonce')).toEqual([
      { where: 'header', name: 'oauth_nonce', value: 'typed' },
    ]);
    expect(shown.find(({ name }) => name === 'oauth_timestamp')?.value).toBe('5');
  });

  it('of the browser are sent again unchanged', () => {
    const sent = {
      method: 'POST',
      url: 'https://api.svc.example/oauth/authorize?a=1',
      headers: [
        ['Cookie', 'svc_session=x'],
        ['Content-Type', 'application/x-www-form-urlencoded'],
      ] as const,
      body: new TextEncoder().encode('csrf=1&action=allow'),
    };
    expect(build(specOf(sent), fresh)).toEqual(sent);
  });
});
