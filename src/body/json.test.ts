import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pretty, tokenise } from './json.ts';
import { size, treeOf } from './tree.ts';
import { rounds } from '../../tests/support/rounds.ts';

/** A JSON text with random white space between its tokens, and the value that it was written from. */
interface Loose {
  readonly json: string;
  readonly tokens: readonly string[];
  readonly scalars: number;
}

const looseJson: fc.Arbitrary<Loose> = fc
  .tuple(fc.jsonValue(), fc.infiniteStream(fc.constantFrom('', ' ', '\n', '\t  ')))
  .map(([value, blanks]) => {
    const tokens: string[] = [];
    const scalars = write(value, tokens);
    return {
      json: tokens.map((token) => `${token}${String(blanks.next().value)}`).join(''),
      tokens,
      scalars,
    };
  });

/** Appends the tokens of a value as they are written in a text. Returns how many scalars it holds. */
function write(value: unknown, tokens: string[]): number {
  if (value === null || typeof value !== 'object') {
    tokens.push(JSON.stringify(value));
    return 1;
  }
  const isArray = Array.isArray(value);
  let scalars = 0;
  tokens.push(isArray ? '[' : '{');
  for (const [at, [name, inner]] of Object.entries(value).entries()) {
    if (at > 0) tokens.push(',');
    if (!isArray) tokens.push(JSON.stringify(name), ':');
    scalars += write(inner, tokens);
  }
  tokens.push(isArray ? ']' : '}');
  return scalars;
}

const words = (json: string) => tokenise(json)?.map(({ text }) => text);

describe('pretty', () => {
  it('puts an object of scalars on one line and breaks up one with nested containers', () => {
    expect(pretty('{"data":[{"id":"1896201753310826496","name":"Releases"}],"meta":{}}')).toBe(
      [
        '{',
        '  "data": [',
        '    { "id": "1896201753310826496", "name": "Releases" }',
        '  ],',
        '  "meta": {}',
        '}',
      ].join('\n'),
    );
  });
  it('always breaks up the outermost object, however short it is', () => {
    expect(pretty('{"a":1}')).toBe('{\n  "a": 1\n}');
  });
  it('breaks a line that would be too long', () => {
    expect(pretty('{"a":[1111111111,2222222222]}', 20)).toBe(
      '{\n  "a": [\n    1111111111,\n    2222222222\n  ]\n}',
    );
  });
  it('never alters a number or an id', () => {
    const long = '{"id":12345678901234567890123,"x":1.10,"y":-0.0,"z":1E+400,"z":1}';
    expect(words(pretty(long)!)).toEqual(words(long));
    expect(pretty(long)).toContain('12345678901234567890123');
  });
  it('accepts scalars and empty containers', () => {
    expect(['1', '"a"', 'null', '[]', '{}', '[[]]'].map((json) => pretty(json))).toEqual([
      '1',
      '"a"',
      'null',
      '[]',
      '{}',
      '[\n  []\n]',
    ]);
  });
  it('keeps punctuation inside strings', () => {
    const json = '{"a, \\" {b":"},]:[,"}';
    expect(words(pretty(json)!)).toEqual(words(json));
  });
  it('returns null for text that is not JSON', () => {
    expect([pretty(''), pretty('{'), pretty('oauth_token=1'), pretty("{'a':1}")]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
  it('survives deep nesting', () => {
    const deep = '['.repeat(5_000) + ']'.repeat(5_000);
    expect(words(pretty(deep)!)?.join('')).toBe(deep);
  });
  it('keeps the tokens of any JSON, in order, at any width', () => {
    fc.assert(
      fc.property(looseJson, fc.integer({ min: 1, max: 120 }), ({ json, tokens }, columns) => {
        const shown = pretty(json, columns)!;
        expect(words(json)).toEqual(tokens);
        expect(words(shown)).toEqual(tokens);
        expect(JSON.parse(shown)).toEqual(JSON.parse(json));
      }),
      rounds(400, 8000),
    );
  });
});

describe('treeOf', () => {
  it('keeps the text of every value', () => {
    const tree = treeOf('{"data":[{"id":12345678901234567890},"x"],"n":null}')!;
    expect(tree.children.map((child) => child.key)).toEqual(['"data"', '"n"']);
    expect(tree.children[0]!.children[0]!.children[0]).toMatchObject({
      key: '"id"',
      text: '12345678901234567890',
    });
    expect(tree.children[0]!.children[1]).toMatchObject({ key: '1', text: '"x"' });
    expect([size(tree), size(tree.children[0]!.children[0]!)]).toEqual(['2 members', '1 member']);
  });
  it('returns null for text that is not JSON', () => {
    expect(treeOf('a=b')).toBeNull();
  });
  it('has as many leaves as the text has values', () => {
    const leaves = (node: ReturnType<typeof treeOf>): number =>
      !node
        ? 0
        : node.kind === 'object' || node.kind === 'array'
          ? node.children.reduce((n, c) => n + leaves(c), 0)
          : 1;
    fc.assert(
      fc.property(looseJson, ({ json, scalars }) => {
        expect(leaves(treeOf(json))).toBe(scalars);
      }),
      rounds(200, 4000),
    );
  });
});
