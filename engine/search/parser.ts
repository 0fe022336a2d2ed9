import { hasKinds, isKinds, unanchored } from './query.ts';
import type { Condition, Query, QueryFlaw } from './query.ts';
import { fold, wordsOf } from './words.ts';

/** The most levels of nested groups. */
const deepest = 10;

/**
 * Reads a query (choices: search, search-syntax): adjacent conditions must all hold, which binds closer than OR; `-`
 * negates the condition or group after it.
 */
export function parseQuery(text: string): Query | QueryFlaw {
  try {
    return new Parser(text).read();
  } catch (error) {
    if (!(error instanceof Flaw)) throw error;
    return { position: [...text.slice(0, error.at)].length + 1, says: error.message };
  }
}

export const isFlaw = (parsed: Query | QueryFlaw): parsed is QueryFlaw => !('kind' in parsed);

/** For an error message: "is not a valid query: at position 5, …". */
export const flawWords = ({ position, says }: QueryFlaw): string =>
  `is not a valid query: at position ${position}, ${says}`;

class Flaw extends Error {
  /** `at` counts UTF-16 units from 0. */
  constructor(
    readonly at: number,
    says: string,
  ) {
    super(says);
  }
}

class Parser {
  #at = 0;
  #depth = 0;
  /** The offsets at which the alternatives of the query begin, in UTF-16 units from 0. */
  readonly #starts = new Map<Query, number>();

  constructor(private readonly text: string) {}

  read(): Query {
    const query = this.#alternatives();
    if (this.#at < this.text.length) throw new Flaw(this.#at, 'there is a `)` that closes nothing');
    const narrowing = unanchored(query);
    if (narrowing)
      throw new Flaw(
        this.#starts.get(narrowing) ?? 0,
        'an alternative only narrows or leaves out: each alternative of OR needs a word, a phrase, from:, to:, @, # or conversation_id: that is not negated',
      );
    return query;
  }

  #alternatives(): Query {
    const of = [this.#conjunction()];
    while (this.#take(/OR(?![^\s()"])/y)) of.push(this.#conjunction());
    return of.length === 1 ? of[0]! : { kind: 'or', of };
  }

  #conjunction(): Query {
    this.#take(/\s+/y);
    const start = this.#at;
    const of: Query[] = [];
    while (this.#at < this.text.length && !this.#sees(/\)|OR(?![^\s()"])/y)) {
      of.push(this.#negatable());
      this.#take(/\s+/y);
    }
    if (of.length === 0) throw new Flaw(this.#at, `a condition is expected, not ${this.#seen()}`);
    const query: Query = of.length === 1 ? of[0]! : { kind: 'and', of };
    this.#starts.set(query, start);
    return query;
  }

  #negatable(): Query {
    const start = this.#at;
    if (!this.#take(/-/y)) return this.#primary();
    if (this.#at === this.text.length || this.#sees(/[\s)-]/y))
      throw new Flaw(start, 'a condition is expected right after the `-`');
    return { kind: 'not', of: this.#primary() };
  }

  #primary(): Query {
    if (this.#sees(/\(/y)) return this.#group();
    if (this.#sees(/"/y)) return this.#phrase();
    const start = this.#at;
    return condition(this.#take(/[^\s()"]+/y)!, start);
  }

  #group(): Query {
    const start = this.#at++;
    if (++this.#depth > deepest)
      throw new Flaw(start, `a group begins that is nested deeper than ${deepest} groups`);
    const query = this.#alternatives();
    if (!this.#take(/\)/y)) throw new Flaw(start, 'a group begins that is not closed: `)` is expected');
    this.#depth--;
    return query;
  }

  #phrase(): Query {
    const start = this.#at;
    const [, content] = this.#match(/"([^"]*)"/y) ?? [];
    if (content === undefined) throw new Flaw(start, 'a phrase begins that is not closed: `"` is expected');
    const words = wordsOf(content);
    if (words.length === 0) throw new Flaw(start, 'a phrase is empty: a word is expected in it');
    return { kind: 'words', words };
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.text);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }

  #take(pattern: RegExp): string | undefined {
    return this.#match(pattern)?.[0];
  }

  #sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.text);
  }

  /** What was found where something else was expected. */
  #seen(): string {
    if (this.#at === this.text.length) return 'the end';
    return this.#sees(/\)/y) ? '`)`' : '`OR`';
  }
}

const names = 'from:, to:, has:, is:, lang:, conversation_id:';

/** Reads a run of characters without white space, parentheses and quotation marks; `at` is its start. */
function condition(run: string, at: number): Condition {
  if (/^(and|or)$/i.test(run))
    throw new Flaw(
      at,
      `\`${run}\` is not an operator: a space means that both must match, OR that one must; "${run}" in quotation marks looks for the word`,
    );
  if (run.startsWith('@'))
    return { kind: 'mention', username: valueOf('@', run.slice(1), username, at).toLowerCase() };
  if (run.startsWith('#')) return { kind: 'tag', tag: fold(valueOf('#', run.slice(1), tag, at)) };
  const [, name, value] = /^([a-z_]+):(.*)$/is.exec(run) ?? [];
  if (name === undefined) return plainWords(run, at);
  const read = Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (!read)
    throw new Flaw(
      at,
      `\`${name}:\` is not an operator: one of ${names} is expected, or quotation marks around text`,
    );
  return read(value!, at);
}

function plainWords(run: string, at: number): Condition {
  const words = wordsOf(run);
  if (words.length === 0) throw new Flaw(at, 'a letter, a digit or an emoji is expected in a word');
  return { kind: 'words', words };
}

type Form = readonly [pattern: RegExp, words: string];

const username: Form = [/^[A-Za-z0-9_]{1,15}$/, 'a username of 1 to 15 letters, digits or underscores'];
const user: Form = [/^(?:[A-Za-z0-9_]{1,15}|\d{1,19})$/, 'a username or the id of a user'];
const tag: Form = [/^[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*$/u, 'a hashtag of letters, digits and underscores'];
const lang: Form = [/^[a-z]{2,3}$/, 'a language code such as en, or und'];
const id: Form = [/^\d{1,19}$/, 'the id of a conversation'];

function valueOf(operator: string, value: string, [pattern, words]: Form, at: number): string {
  if (!pattern.test(value))
    throw new Flaw(at + operator.length, `${words} is expected after \`${operator}\``);
  return value;
}

function oneOf<T extends string>(operator: string, value: string, values: readonly T[], at: number): T {
  const found = values.find((each) => each === value);
  if (found === undefined)
    throw new Flaw(at + operator.length, `one of ${values.join(', ')} is expected after \`${operator}\``);
  return found;
}

const operators: Readonly<Record<string, (value: string, at: number) => Condition>> = {
  from: (value, at) => ({ kind: 'from', user: valueOf('from:', value, user, at) }),
  to: (value, at) => ({ kind: 'to', user: valueOf('to:', value, user, at) }),
  has: (value, at) => ({ kind: 'has', what: oneOf('has:', value, hasKinds, at) }),
  is: (value, at) => ({ kind: 'is', what: oneOf('is:', value, isKinds, at) }),
  lang: (value, at) => ({ kind: 'lang', lang: valueOf('lang:', value, lang, at) }),
  conversation_id: (value, at) => ({
    kind: 'conversation',
    id: valueOf('conversation_id:', value, id, at),
  }),
};
