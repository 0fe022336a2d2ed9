import { describe, expect, test } from 'vitest';
import { utf8 } from '../../worker/api.ts';
import type { HttpRequest } from '../../worker/api.ts';
import type { CallCredential } from '../call/call-key.ts';
import { secretVariables } from './call.ts';
import { languages } from './languages/index.ts';
import { limitOf } from './limits.ts';
import { finishedCall, signingCall } from './of-message.ts';
import type { CodeFound, CodeSource } from './of-message.ts';

const user: CallCredential = {
  ...{ id: '1', appId: 'a', appName: 'App', kind: 'oauth1', permission: 'read', userId: '1', username: 'u' },
  ...{ consumer_key: 'ck', consumer_secret: 'cs', oauth_token: 'ot', oauth_token_secret: 'ots' },
};

const local = 'http://127.0.0.1:4010';
const sourceOf = (message: Partial<HttpRequest>, more: Partial<CodeSource> = {}): CodeSource => ({
  message: { method: 'GET', url: 'https://api.svc.example/2/users/me', headers: [], ...message },
  ...{ credential: null, protocol: [], bases: ['https://api.svc.example'], local },
  isSecret: (name) => name === 'refresh_token',
  ...more,
});

const callOf = (found: CodeFound) => {
  if ('problem' in found) throw new Error(found.problem);
  return found;
};

const signed = { headers: [['Authorization', 'OAuth …']] } as const;

describe('a message as a program', () => {
  test('the address of the platform is read from the environment, and another host is kept', () => {
    expect(callOf(signingCall(sourceOf({}))).call.target).toMatchObject({ base: local, path: '/2/users/me' });
    const elsewhere = sourceOf({ url: 'https://example.com:8443/a%20b?c=d' });
    expect(callOf(signingCall(elsewhere)).call.target).toEqual({
      ...{ kind: 'based', base: 'https://example.com:8443', path: '/a%20b', query: [['c', 'd']] },
    });
  });

  test.each(languages)('$name contains no secret and names each variable', ({ print }) => {
    const form = 'grant_type=refresh_token&refresh_token=r-123';
    const { call, variables } = callOf(
      signingCall(
        sourceOf(
          {
            method: 'POST',
            headers: [...signed.headers, ['Content-Type', 'application/x-www-form-urlencoded']],
            body: utf8(form),
          },
          { credential: { ...user, consumer_secret: 'cs-456', oauth_token_secret: 'ots-789' } },
        ),
      ),
    );
    expect(variables).toEqual([
      { name: 'SVC_CONSUMER_SECRET', value: 'cs-456' },
      { name: 'SVC_OAUTH_TOKEN_SECRET', value: 'ots-789' },
      { name: 'SVC_REFRESH_TOKEN', value: 'r-123' },
    ]);
    expect(secretVariables(call)).toEqual(variables.map(({ name }) => name));
    const program = print(call)
      .map(({ text }) => text)
      .join('\n');
    for (const { name, value } of variables) {
      expect(program).toContain(name);
      expect(program).not.toContain(value);
    }
    expect(new Set(print(call).flatMap(({ mark }) => mark ?? []))).toEqual(
      new Set(['U', 'B', 'O', 'M', 'K']),
    );
  });

  test('a note tells of pairs that are written differently, and repeated headers become one', () => {
    const { call, notes } = callOf(
      signingCall(
        sourceOf({
          url: 'https://api.svc.example/2/posts?a=b+c&d',
          headers: [
            ['X', '1'],
            ['x', '2'],
          ],
        }),
      ),
    );
    expect(call.target).toMatchObject({
      query: [
        ['a', 'b c'],
        ['d', ''],
      ],
    });
    expect(call.headers).toEqual([['X', '1, 2']]);
    expect(notes).toHaveLength(1);
  });

  test('a finished header signs the address that the program calls', () => {
    const fresh = { nonce: 'n', timestamp: '1' };
    const headerOf = (url: string, bases: string[]) => {
      const { call } = callOf(finishedCall(sourceOf({ ...signed, url }, { credential: user, bases }), fresh));
      return [call.target, call.headers[0]?.[1]] as const;
    };
    const [target, header] = headerOf('https://api.svc.example/2/users/me?a=b', ['https://api.svc.example']);
    expect(target).toEqual({ kind: 'whole', url: `${local}/2/users/me?a=b` });
    expect(header).toBe(headerOf(`${local}/2/users/me?a=b`, [])[1]);
  });

  test('a note tells what no program can contain', () => {
    expect(signingCall(sourceOf({ url: '/2/users/me' }))).toHaveProperty('problem');
    expect(signingCall(sourceOf({ url: 'https://api.svc.example/?a=%ff' }))).toHaveProperty('problem');
  });

  test('a note tells what a language cannot do', () => {
    const { call } = callOf(signingCall(sourceOf({ body: utf8('a\0b') })));
    expect(limitOf('javascript', call)).toContain('GET');
    expect(limitOf('curl', call)).toContain('U+0000');
    expect(limitOf('go', call)).toBeNull();
    expect(limitOf('java', { ...call, body: { kind: 'text', text: 'é'.repeat(40_000) } })).toContain(
      '65,535',
    );
  });
});
