import { describe, expect, it } from 'vitest';
import { parseRoute } from '../../router.ts';
import type { ViewRoute } from '../../router.ts';
import { readSignInRoute } from './route.ts';

const read = (hash: string) => readSignInRoute(parseRoute(hash) as ViewRoute);

describe('an address of Sign-in', () => {
  it('has the flow, App, scopes, who answers and the way back', () => {
    const back = encodeURIComponent('#/requests/createPost?auth=oauth2');
    const { route, problem } = read(
      `#/sign-in/pkce?app=18&as=mira_holm&scopes=post.read%20post.moderate.write&back=${back}`,
    );
    expect(problem).toBeNull();
    expect(route).toEqual({
      flow: 'pkce',
      app: '18',
      as: 'mira_holm',
      scopes: 'post.read post.moderate.write',
      back: { view: 'requests', path: ['createPost'], params: [['auth', 'oauth2']] },
    });
  });

  it('can leave out any of these', () => {
    expect(read('#/sign-in')).toEqual({
      route: { flow: null, app: null, as: null, scopes: null, back: null },
      problem: null,
    });
  });

  it.each([
    ['#/sign-in/nothing', 'no flow'],
    ['#/sign-in/pkce?scopes=%3Cscript%3E', 'scopes'],
    [`#/sign-in/pkce?scopes=${'a.b%20'.repeat(50)}a.b`, 'scopes'],
    ['#/sign-in/pkce?back=https%3A%2F%2Fevil.example', 'leads back'],
    ['#/sign-in/pkce?back=javascript%3Aalert(1)', 'leads back'],
  ])('%s is reported, and left out', (hash, words) => {
    const { route, problem } = read(hash);
    expect(problem).toContain(words);
    expect([route.scopes, route.back]).toEqual([null, null]);
  });
});
