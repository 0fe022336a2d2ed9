import { describe, expect, it } from 'vitest';
import { text } from '../../worker/api.ts';
import { findElement, formsOf, pressed, textOf } from './forms.ts';
import type { PageElement, PageNode } from './page.ts';

const element = (
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: PageNode[]
): PageElement => ({ name, attributes, children });

const allow = element('button', { name: 'action', value: 'allow' }, 'Allow');
const page = {
  title: '',
  styles: [],
  pieces: [
    'before',
    element('input', { name: 'outside', value: '1' }),
    element(
      'form',
      { action: 'https://api.svc.example/x', method: 'post' },
      element('div', {}, element('input', { name: 'csrf', value: 'a&b' }), element('input', { value: 'no' })),
      allow,
    ),
    element('form', {}, element('input', { name: 'q' })),
    element('p', { class: 'pin' }, element('code', {}, '12', element('b', {}, '34'))),
  ],
};

describe('forms of a page', () => {
  it('have their fields and buttons', () => {
    expect(formsOf(page)).toEqual([
      { fields: { csrf: 'a&b' }, buttons: [allow], action: 'https://api.svc.example/x' },
      { fields: { q: '' }, buttons: [], action: null },
    ]);
  });

  it('send the pressed button’s value, to the page itself if they have no address', () => {
    const [first, second] = formsOf(page);
    const sent = pressed(first!, allow, 'https://here.example/');
    expect([sent.method, sent.url, text(sent.body!)]).toEqual([
      'POST',
      'https://api.svc.example/x',
      'csrf=a%26b&action=allow',
    ]);
    expect(pressed(second!, null, 'https://here.example/').url).toBe('https://here.example/');
  });
});

it('an element of the page is found', () => {
  const pin = findElement(page, ({ attributes }) => attributes['class'] === 'pin');
  expect(textOf(pin!)).toBe('1234');
  expect(findElement(page, () => false)).toBeNull();
});
