import { expect, test } from 'vitest';
import { formatRoute } from './router.ts';
import type { EmbedView } from './element/names.ts';
import { elsewhere, wholeRoute } from './embed-route.ts';

test('a view begins at its start, a catalog with the feed that it will generate, or where its link leads', () => {
  expect(wholeRoute('sign-in', '')).toEqual({ view: 'sign-in', path: [], params: [] });
  expect(formatRoute(wholeRoute('catalog', '#'))).toBe('#/catalog/feeds/new?source=generate');
  expect(wholeRoute('sign-in', '#/sign-in/pkce')).toEqual({ view: 'sign-in', path: ['pkce'], params: [] });
});

test.each([
  ['webhooks', '#/catalog', 'This embed shows webhooks: the link leads to catalog.'],
  ['doctor', '#/nowhere', 'This link leads to no view of the playground.'],
] as const)('a link that leads elsewhere is an error: %s %s', (view, link, problem) => {
  expect(() => wholeRoute(view, link)).toThrow(problem);
});

test.each<readonly [EmbedView, string, string]>([
  ['sign-in', '#/sign-in/pkce?scopes=post.read', '#/sign-in/pkce?scopes=post.read'],
  ['webhooks', '#/webhooks/hook/2028?event=2029', '#/webhooks'],
  ['webhooks', '#/webhooks/register?call=512', '#/webhooks/register'],
  ['webhooks', '#/webhooks/receiver/hooks.example?line=3', '#/webhooks/receiver/hooks.example'],
  ['catalog', '#/catalog/runs/4a9z1', '#/catalog/feeds/new?source=generate'],
  ['catalog', '#/catalog/sets/3f7k2', '#/catalog'],
  ['catalog', '#/catalog/sets/new?type=MANUAL', '#/catalog/sets/new?type=MANUAL'],
  ['catalog', '#/catalog/products?q=price%3A1&row=a&set=3f7k2', '#/catalog/products?q=price%3A1'],
])('a link for another world has no id of this one: %s %s', (view, link, expected) => {
  expect(formatRoute(elsewhere(wholeRoute(view, link)))).toBe(expected);
});
