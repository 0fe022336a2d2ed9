import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../tests/support/rounds.ts';
import { hideable, readAsked, themes } from '../element/names.ts';
import type { EmbedView } from '../element/names.ts';
import { routeOf } from '../embed/open.ts';
import { attributesOf, inMemory, linkTo, starts, worldNamed } from './choices.ts';
import type { Choices, EmbedSubject } from './choices.ts';
import { callLinkIn, subjectOf } from './subject.ts';
import { write } from './write.ts';
import type { Form } from './write.ts';

const usual: Choices = {
  ...{ theme: 'auto', height: null, start: 'lazy', hide: [], readonly: false, frozen: false },
  world: null,
};
const site = 'https://playground.example/svc/';

function subject(link: string, more: Partial<EmbedSubject> = {}): EmbedSubject {
  const meanwhile = 'POST /2/posts';
  return { view: 'requests', title: 'Create a post', meanwhile, link, seed: null, plan: null, ...more };
}

function written(form: Form, of: EmbedSubject, chosen: Partial<Choices> = {}): string {
  const pieces = write(form, of, attributesOf(of, { ...usual, ...chosen }), site);
  return pieces.map(({ text }) => text).join('');
}

test('an example is named by its endpoint; method and path are shown until it starts', () => {
  expect(written('element', subject('#/requests/createPost?auth=oauth1&tab=raw'))).toBe(
    [
      '<script src="https://playground.example/svc/embed.js" async></script>',
      '<svc-playground title="Create a post" endpoint="createPost"><code>POST /2/posts</code></svc-playground>',
    ].join('\n'),
  );
});

test('every choice is an attribute', () => {
  const chosen: Choices = {
    ...{ theme: 'dark', height: 500, start: 'click', hide: ['x-ray', 'limits'] },
    ...{ readonly: true, frozen: true, world: 'harbour' },
  };
  const of = subject('#/requests/createPost?body=%7B%22text%22%3A%22a+%26+b%22%7D&tab=body', {
    seed: 'tide-1',
    title: 'Create “a” & "b"',
  });
  expect(written('element', of, chosen)).toContain(
    '<svc-playground title="Create “a” &amp; &quot;b&quot;" link="#/requests/createPost?body=%7B%22text%22%3A%22a+%26+b%22%7D" theme="dark" hide="x-ray,limits" readonly seed="tide-1" frozen storage="browser" world="harbour" loading="click" height="500">',
  );
  expect(written('iframe', of, chosen)).toBe(
    '<iframe src="https://playground.example/svc/embed.html?theme=dark&amp;hide=x-ray%2Climits&amp;readonly&amp;seed=tide-1&amp;frozen&amp;storage=browser&amp;world=harbour#/requests/createPost?body=%7B%22text%22%3A%22a+%26+b%22%7D" title="Create “a” &amp; &quot;b&quot;" loading="lazy" allow="clipboard-write" width="100%" height="500"></iframe>',
  );
});

test('a whole view has no attributes of a call', () => {
  const of = subject(linkTo('doctor'), { view: 'doctor', title: 'Signature doctor' });
  expect(written('link', of, { hide: ['x-ray'], readonly: true })).toBe(`${site}embed.html?view=doctor`);
});

test('a view has the link that was asked for, without what only this world has', () => {
  const plain = { reference: { outline: () => null }, greeting: { seed: 'northwind-1' }, plan: 'free' };
  const of = (view: EmbedView, link: string) =>
    written('link', subjectOf(plain as never, view, link, '#/requests/getMe'));
  expect(of('sign-in', '#/sign-in/pkce')).toBe(`${site}embed.html?view=sign-in#/sign-in/pkce`);
  expect(of('sign-in', '#/requests/getMe')).toBe(`${site}embed.html?view=sign-in`);
  expect(of('webhooks', '#/webhooks/hook/2028')).toBe(`${site}embed.html?view=webhooks&plan=free`);
  expect(of('catalog', '#/catalog/runs/4a9z1')).toBe(`${site}embed.html?view=catalog`);
});

test('a limit strip has its call and the plan, a reference has its call', () => {
  const link = '#/requests/getMentions?auth=app';
  const limits = subject(link, { view: 'limits', plan: 'basic' });
  expect(written('link', limits, { readonly: true })).toBe(
    `${site}embed.html?view=limits&readonly&plan=basic#/requests/getMentions?auth=app`,
  );
  const reference = subject(link, { view: 'reference', plan: 'basic' });
  expect(written('link', reference)).toBe(`${site}embed.html?view=reference&endpoint=getMentions`);
  expect(callLinkIn('#/limits?endpoint=getMe')).toBe('#/requests/getMe');
  expect(callLinkIn('#/reference/getMe/refusals')).toBe('#/requests/getMe');
  expect(callLinkIn('#/doctor')).toBeNull();
});

test('a world that is kept is called after what it shows, and the author’s own look at it is not kept', () => {
  expect(worldNamed('Create a post')).toBe('create-a-post');
  expect(worldNamed('“Ünïcode” & <b>')).toBe('n-code-b');
  expect(worldNamed('潮')).toBe('world');
  const of = subject('#/requests/createPost');
  const attributes = attributesOf(of, { ...usual, world: 'harbour', frozen: true });
  expect(attributes).toContainEqual(['world', 'harbour']);
  expect(inMemory(attributes)).toEqual(attributesOf(of, { ...usual, frozen: true }));
});

test('an embed reads the chosen options from the copied text', () => {
  const choices: fc.Arbitrary<Choices> = fc.record({
    ...{ theme: fc.constantFrom(...themes), start: fc.constantFrom(...starts) },
    ...{ hide: fc.subarray([...hideable]), readonly: fc.boolean(), frozen: fc.boolean() },
    height: fc.option(fc.integer({ min: 80, max: 8000 })),
    world: fc.option(fc.string().map(worldNamed)),
  });
  const link = fc
    .string({ unit: 'grapheme' })
    .map((text) => `#/requests/createPost?${new URLSearchParams({ body: text })}`);
  fc.assert(
    fc.property(choices, link, (chosen, to) => {
      const { search, hash } = new URL(written('link', subject(to, { seed: 'tide-1' }), chosen));
      const asked = readAsked(search);
      const { theme, hide, readonly, world } = chosen;
      expect(asked).toMatchObject({ theme, hide, readonly, world, seed: 'tide-1' });
      if ('problem' in asked) return;
      expect(asked.frozen !== null).toBe(chosen.frozen);
      expect(routeOf(asked, hash)).toEqual(routeOf(asked, to));
    }),
    rounds(100, 5000),
  );
});
