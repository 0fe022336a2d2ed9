import { describe, expect, test } from 'vitest';
import { createPlatform } from '../../../../engine/index.ts';
import type { Credential, EndpointDescription } from '../../../../engine/index.ts';
import { endpoints } from '../../../../testing/endpoints.ts';
import { lackOf } from './call-credential.ts';

const { initialCredentials } = createPlatform();
const endpoint = (id: string): EndpointDescription => endpoints.find((each) => each.id === id)!;
const token = (permission: string) =>
  initialCredentials.find(
    (each): each is Extract<Credential, { kind: 'oauth1' }> =>
      each.kind === 'oauth1' && each.permission === permission,
  )!;

describe('what a token lacks for an endpoint', () => {
  test('a level below the one needed', () => {
    expect(lackOf(token('read'), endpoint('createPost'))).toBe('read-write');
    expect(lackOf(token('read-write'), endpoint('createPost'))).toBeNull();
    expect(lackOf(token('read-write'), endpoint('getDmEvents'))).toBe('read-write-directmessages');
    expect(lackOf(token('read-write-directmessages'), endpoint('getDmEvents'))).toBeNull();
  });

  test('the scopes that are missing, unless they are not known', () => {
    const held = { ...token('read'), kind: 'oauth2', access_token: 'a', refresh_token: null } as const;
    expect(lackOf({ ...held, scopes: ['users.read'] }, endpoint('getUser'))).toBe('post.read');
    expect(lackOf({ ...held, scopes: ['post.read', 'users.read'] }, endpoint('getUser'))).toBeNull();
    expect(lackOf({ ...held, scopes: [] }, endpoint('getUser'))).toBeNull();
  });

  test('nothing if there is no user', () => {
    expect(
      lackOf(
        initialCredentials.find(({ kind }) => kind === 'app')!,
        endpoint('getDmEvents'),
      ),
    ).toBeNull();
  });
});
