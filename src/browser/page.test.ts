import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clean, isPlainStyle, webAddress } from './page.ts';
import type { PageElement, PageNode } from './page.ts';
import { rounds } from '../../tests/support/rounds.ts';

const base = new URL('https://api.svc.example/oauth/authorize');

const names = fc.constantFrom(
  ...'script SCRIPT style iframe object embed svg math img link meta base a A form input button p div h1 template x-y __proto__ constructor'.split(
    ' ',
  ),
);
const attributes = fc.dictionary(
  fc.constantFrom(
    ...'href action src srcdoc srcset style onclick onerror onload formaction xlink:href http-equiv target type method name value id class'.split(
      ' ',
    ),
  ),
  fc.oneof(
    fc.constantFrom(
      'javascript:alert(1)',
      ' JaVaScRiPt:alert(1)',
      'java\nscript:alert(1)',
      'javascript://x/%0aalert(1)',
      'data:text/html,<script>1</script>',
      'vbscript:x',
      '//evil.example/x',
      'https://evil.example/x',
      '/oauth/authorize',
      'file',
      'image',
      'submit',
    ),
    fc.string(),
  ),
);

const { piece } = fc.letrec<{ piece: PageNode; element: PageElement }>((tie) => ({
  piece: fc.oneof({ depthSize: 'small' }, fc.string(), tie('element')),
  element: fc.record({ name: names, attributes, children: fc.array(tie('piece'), { maxLength: 3 }) }),
}));

const elements = (pieces: readonly PageNode[]): PageElement[] =>
  pieces.flatMap((each) => (typeof each === 'string' ? [] : [each, ...elements(each.children)]));

describe('the safe part of a page', () => {
  it('never runs or loads anything, and links only to the web', () => {
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        for (const { name, attributes: kept } of elements(clean(pieces, base))) {
          expect(name).toMatch(/^(a|form|input|button|p|div|h1)$/);
          for (const [attribute, value] of Object.entries(kept)) {
            expect(attribute).toMatch(/^(href|action|type|method|name|value|id|class)$/);
            if (attribute === 'href' || attribute === 'action') expect(value).toMatch(/^https?:\/\//i);
            if (attribute === 'type') expect(value).toMatch(/^(hidden|text|password)$/);
          }
        }
      }),
      rounds(500, 20_000),
    );
  });

  it('keeps the text of unknown elements and drops that of scripts', () => {
    const pieces: PageNode[] = [
      { name: 'article', attributes: { onclick: 'x' }, children: ['kept'] },
      { name: 'script', attributes: {}, children: ['gone'] },
      { name: 'img', attributes: { src: 'x', onerror: 'alert(1)' }, children: [] },
    ];
    expect(clean(pieces, base)).toEqual(['kept']);
  });

  it('has absolute links, and no links to anything but web addresses', () => {
    expect(webAddress('/oauth/authorize?a=1', base)).toBe('https://api.svc.example/oauth/authorize?a=1');
    for (const address of ['javascript:x', 'javascript://x/y', 'data:x', 'myapp://host/path', 'mailto:a@b.c'])
      expect(webAddress(address, base)).toBeNull();
  });

  it('has no style that loads something', () => {
    expect(isPlainStyle('body{color:red}')).toBe(true);
    for (const style of ['a{background:url(https://evil.example/x)}', '@import "x";', 'a{b:u\\72l(x)}'])
      expect(isPlainStyle(style)).toBe(false);
  });
});
