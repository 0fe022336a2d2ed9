import { beforeEach, describe, expect, it } from 'vitest';
import { signRequest } from '../../../../../worker/api.ts';
import type { SignatureSteps } from '../../../../../worker/api.ts';
import { Follower } from './follow.svelte.ts';

const keys = { consumer_key: 'k', consumer_secret: 's1', oauth_token: 't', oauth_token_secret: 's2' };
const sign = (
  query: string,
  { method = 'GET', nonce = 'n1', timestamp = 1_772_446_102, secrets = keys, path = '/2/x' } = {},
): SignatureSteps =>
  signRequest({ method, url: `https://api.svc.example${path}?${query}`, headers: [] }, secrets, {
    nonce,
    timestamp,
  }).steps;

const fresh = { nonce: false, timestamp: false };
let follower: Follower;
beforeEach(() => {
  follower = new Follower(sign('query=cafe&max=10'));
});

const shown = (text: string, { start, end }: { start: number; end: number }) => text.slice(start, end);

describe('Lift 4: an edit is followed from the parameter to the signature', () => {
  it('by the bytes that changed, after each encoding', () => {
    const after = sign('query=caf%C3%A9&max=10');
    follower.take(after, fresh);
    const { values, string, base, signature, key, words, figures } = follower.marks!;
    const at = after.parameters.findIndex(({ encodedName }) => encodedName === 'query');
    expect([...values.keys()]).toEqual([at]);
    const { was, typed, encoded } = values.get(at)!;
    expect(was).toBe('cafe');
    expect(shown(after.parameters[at]!.value, typed)).toBe('é');
    expect(shown(after.parameters[at]!.encodedValue, encoded)).toBe('%C3%A9');
    expect(shown(after.parameterString, string!)).toBe('%C3%A9');
    expect(shown(after.baseString, base!)).toBe('%25C3%25A9');
    expect(key).toEqual([false, false]);
    const last = `${signature!.end - signature!.start} of 28`;
    expect(words).toBe(
      `Changed: 1 character in query, 6 in the parameter string, 10 in the base string, ${last} in the signature.`,
    );
    expect(figures?.map(({ where, count }) => `${where}: ${count}`)).toEqual([
      'query: 1 character',
      'parameter string: 6',
      'base string: 10',
      `signature: ${last}`,
    ]);
  });

  it('an emoji is one character, and a deletion says how many fewer', () => {
    follower.take(sign('query=cafe%F0%9F%9A%A2&max=10'), fresh);
    expect(follower.marks!.words).toMatch(
      /^Changed: 1 character in query, 12 in the parameter string, 20 in/,
    );
    follower.clear();
    follower.take(sign('query=cafe&max=10'), fresh);
    expect(follower.marks!.words).toMatch(
      /^Changed: 1 character fewer in query, 12 fewer in the parameter string, 20 fewer in the base string, /,
    );
    expect(follower.marks!.figures!.slice(0, 3).map(({ count }) => count)).toEqual([
      '1 character fewer',
      '12 fewer',
      '20 fewer',
    ]);
  });

  it('further typing in one place is one edit, and typing it back leaves none', () => {
    follower.take(sign('query=caf&max=10'), fresh);
    follower.take(sign('query=cafx&max=10'), fresh);
    follower.take(sign('query=cafxy&max=10'), fresh);
    expect([...follower.marks!.values.values()].map(({ encoded }) => encoded)).toEqual([
      { start: 3, end: 5, was: 'e' },
    ]);
    follower.take(sign('query=cafe&max=10'), fresh);
    expect(follower.marks).toBeNull();
  });

  it('another place is another edit', () => {
    follower.take(sign('query=cafes&max=10'), fresh);
    const after = sign('query=cafes&max=11');
    follower.take(after, fresh);
    expect([...follower.marks!.values.keys()].map((at) => after.parameters[at]?.encodedName)).toEqual([
      'max',
    ]);
  });

  it('of several with one name, only the edited one is marked, however they are sorted then', () => {
    follower = new Follower(sign('tag=a&tag=b'));
    const after = sign('tag=c&tag=b');
    follower.take(after, fresh);
    const marked = [...follower.marks!.values].map(([at, { was }]) => [after.parameters[at]!.value, was]);
    expect(marked).toEqual([['c', 'a']]);
  });

  it('names a secret, the method, the address, and removed parameters, without a character of a secret', () => {
    follower.take(sign('query=cafe&max=10', { secrets: { ...keys, oauth_token_secret: 'other' } }), fresh);
    expect([follower.marks!.key, follower.marks!.base]).toEqual([[false, true], null]);
    expect(follower.marks!.words).toMatch(/^Changed: the signing key, \d+ of 28 in the signature\.$/);
    follower.clear();
    follower.take(sign('query=cafe', { method: 'POST', path: '/2/y' }), fresh);
    expect(follower.marks!.words).toMatch(
      /^Changed: max removed, the method, 1 other part, 7 fewer in the parameter string, \d+ in the base/,
    );
    expect(follower.marks!.figures).toBeNull();
  });

  it('an edited nonce or time is an edit; a renewed nonce is not', () => {
    follower.take(sign('query=cafe&max=10', { timestamp: 1_772_446_103 }), { nonce: false, timestamp: true });
    expect(follower.marks!.words).toMatch(
      /^Changed: 1 character in oauth_timestamp, 1 in the parameter string, 1 in the base/,
    );
    follower.take(sign('query=cafe&max=10', { nonce: 'n2', timestamp: 1_772_446_103 }), {
      nonce: true,
      timestamp: false,
    });
    expect(follower.marks!.words).toMatch(/in oauth_nonce/);
    follower.take(sign('query=cafe&max=10', { nonce: 'n3', timestamp: 1_772_446_103 }), fresh);
    expect(follower.marks).toBeNull();
  });

  it('the call may be renewed during typing: the marks stay, and belong to the new signature', () => {
    follower.take(sign('query=caf&max=10'), fresh);
    const { turn } = follower;
    const renewed = { nonce: 'n2', timestamp: 1_772_446_160 };
    follower.take(sign('query=caf&max=10', renewed), fresh);
    expect(follower.turn, 'what flashes').toBe(turn);
    const after = sign('query=caf%C3%A9&max=10', renewed);
    follower.take(after, fresh);
    expect(follower.turn, 'what flashes').toBe(turn + 1);
    expect([...follower.marks!.values.values()].map(({ encoded }) => encoded)).toEqual([
      { start: 3, end: 9, was: 'e' },
    ]);
    expect(shown(after.baseString, follower.marks!.base!)).toBe('%25C3%25A9');
    expect(follower.marks!.words).toMatch(
      /^Changed: 1 character in query, 6 in the parameter string, 10 in the base string, \d\d of 28/,
    );
  });
});
