import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFlaw, parseQuery } from './parser.ts';
import type { Query } from './query.ts';
import { rounds } from '../../tests/support/rounds.ts';

/** A query as unambiguous text, with every group in parentheses. */
function spelt(query: Query): string {
  switch (query.kind) {
    case 'and':
    case 'or':
      return `(${query.of.map(spelt).join(query.kind === 'and' ? ' & ' : ' | ')})`;
    case 'not':
      return `-${spelt(query.of)}`;
    case 'words':
      return query.words.join('_');
    case 'from':
    case 'to':
      return `${query.kind}:${query.user}`;
    case 'mention':
      return `@${query.username}`;
    case 'tag':
      return `#${query.tag}`;
    case 'has':
    case 'is':
      return `${query.kind}:${query.what}`;
    case 'lang':
      return `lang:${query.lang}`;
    case 'conversation':
      return `in:${query.id}`;
  }
}

const read = (text: string): string => {
  const parsed = parseQuery(text);
  return isFlaw(parsed) ? `${parsed.position}: ${parsed.says}` : spelt(parsed);
};

describe('queries (choices: search, search-syntax, search-anchor)', () => {
  test.each([
    ['bread', 'bread'],
    ['  Bread \n OVEN ', '(bread & oven)'],
    ['a OR b c', '(a | (b & c))'],
    ['a b OR c d OR e', '((a & b) | (c & d) | e)'],
    ['(a OR b) c', '((a | b) & c)'],
    ['a -b -"c d" -(e OR f)', '(a & -b & -c_d & -(e | f))'],
    ['"one two" three', '(one_two & three)'],
    ['"a"b(c)d', '(a & b & c & d)'],
    ['e-mail', 'e_mail'],
    ['東京', '東_京'],
    ['12:30', '12_30'],
    ['from:mira_holm to:22 @Jonas_Berg #Rye_Bread', '(from:mira_holm & to:22 & @jonas_berg & #rye_bread)'],
    ['a has:links has:mentions has:hashtags', '(a & has:links & has:mentions & has:hashtags)'],
    ['a is:reply -is:repost is:quote', '(a & is:reply & -is:repost & is:quote)'],
    ['a lang:en lang:und', '(a & lang:en & lang:und)'],
    ['conversation_id:2020777185899446272', 'in:2020777185899446272'],
    ['ORE OR NOR', '(ore | nor)'],
    ['a (OR)', '4: a condition is expected, not `OR`'],
    ['"and" "or"', '(and & or)'],
    ['#Café', '#cafe'],
    ['#日本', '#日本'],
    ['((((((((((a))))))))))', 'a'],
    ['🤝', '🤝'],
  ])('%j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each([
    ['', '1: a condition is expected, not the end'],
    ['   ', '4: a condition is expected, not the end'],
    ['()', '2: a condition is expected, not `)`'],
    ['a OR', '5: a condition is expected, not the end'],
    ['OR a', '1: a condition is expected, not `OR`'],
    ['a OR OR b', '6: a condition is expected, not `OR`'],
    ['(a', '1: a group begins that is not closed: `)` is expected'],
    ['a) b', '2: there is a `)` that closes nothing'],
    ['a "b', '3: a phrase begins that is not closed: `"` is expected'],
    ['a "!?"', '3: a phrase is empty: a word is expected in it'],
    ['a ""', '3: a phrase is empty: a word is expected in it'],
    ['a - b', '3: a condition is expected right after the `-`'],
    ['a --b', '3: a condition is expected right after the `-`'],
    ['a -', '3: a condition is expected right after the `-`'],
    ['a !', '3: a letter, a digit or an emoji is expected in a word'],
    ['🤝 has:video', '7: one of links, mentions, hashtags is expected after `has:`'],
    ['a is:', '6: one of reply, repost, quote is expected after `is:`'],
    ['from:', '6: a username or the id of a user is expected after `from:`'],
    ['from:"mira"', '6: a username or the id of a user is expected after `from:`'],
    ['@', '2: a username of 1 to 15 letters, digits or underscores is expected after `@`'],
    ['#12', '2: a hashtag of letters, digits and underscores is expected after `#`'],
    ['a lang:EN', '8: a language code such as en, or und is expected after `lang:`'],
    ['conversation_id:x', '17: the id of a conversation is expected after `conversation_id:`'],
    ['((((((((((( a', '11: a group begins that is nested deeper than 10 groups'],
  ])('%j is refused', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test('a word that was probably meant as an operator is pointed out', () => {
    expect(read('a AND b')).toContain('3: `AND` is not an operator: a space means');
    expect(read('a or b')).toContain('3: `or` is not an operator');
    expect(read('a retweets_of:b')).toContain('3: `retweets_of:` is not an operator: one of from:');
    expect(read('FROM:mira')).toContain('1: `FROM:` is not an operator');
    expect(read('https://a.example')).toContain('or quotation marks around text');
    expect(read('constructor:x')).toContain('is not an operator');
  });

  test.each([
    ['-a', 1],
    ['-a -b', 1],
    ['-(a b)', 1],
    ['  has:links', 3],
    ['is:reply lang:en', 1],
    ['(-a)', 1],
    ['bread OR -butter', 10],
    ['from:mira_holm OR has:links', 19],
    ['(bread OR tea) OR (is:reply lang:en)', 19],
    ['(bread OR -butter) OR tea', 11],
    ['🤝 OR is:reply (a OR has:links)', 6],
  ])('%j has an alternative with nothing to look for, at position %i', (text, position) => {
    expect(read(text)).toContain(`${position}: an alternative only narrows or leaves out`);
  });

  test('any text is a query, or has a flaw at a place within it', () => {
    const pieces = fc.constantFrom(
      '(',
      ')',
      '"',
      '-',
      ' ',
      ' OR ',
      'a',
      'has:links',
      'from:b',
      '#c',
      '@d',
      '🤝',
      'ä',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.array(pieces, { maxLength: 30 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseQuery(text);
        if (!isFlaw(parsed)) return;
        expect(parsed.position).toBeGreaterThanOrEqual(1);
        expect(parsed.position).toBeLessThanOrEqual([...text].length + 1);
      }),
      rounds(500, 10_000),
    );
  });
});
