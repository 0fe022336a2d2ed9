/**
 * Checks values with the declared schemas: every error is reported with its path. A lone surrogate becomes U+FFFD,
 * because JSON can hold one and UTF-8 cannot.
 */
import { isOneOf } from '../checked/is.ts';
import type { ObjectDefinition, Output, Schema, StringDefinition } from './fields.ts';

/** One error and its path. */
export type Issue = { readonly path: readonly (string | number)[] } & Complaint;

export type Complaint =
  | { readonly code: 'missing' }
  | { readonly code: 'type'; readonly expected: TypeName }
  | { readonly code: 'unknown'; readonly keys: readonly string[] }
  | { readonly code: 'values'; readonly values: readonly (string | boolean)[] }
  /** The bound of a number's value, or of the length of a text or list. */
  | { readonly code: 'least' | 'most'; readonly of: 'integer' | 'string' | 'array'; readonly end: number }
  /** The words that complete "is not …". */
  | { readonly code: 'words'; readonly words: string };

export type TypeName = 'string' | 'integer' | 'boolean' | 'array' | 'object';

/** The value as the schema reads it, or its errors. */
export type Parsed<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly issues: readonly Issue[] };

/** Enough for a reader: a hostile list could have any number of errors. */
const mostIssues = 100;

export function parse<S extends Schema>(schema: S, value: unknown): Parsed<Output<S>> {
  const check = new Checking();
  const data = check.value(schema, value);
  if (check.issues) return { success: false, issues: check.issues };
  return { success: true, data: data as Output<S> };
}

class Checking {
  issues: Issue[] | null = null;
  readonly #path: (string | number)[] = [];

  /** Returns the value as read; it is meaningless when there are issues. */
  value(schema: Schema, given: unknown): unknown {
    if (schema.unchecked) return given;
    if (given === undefined) {
      if (schema.fallback === undefined && !schema.optional) this.#add({ code: 'missing' });
      return schema.fallback;
    }
    if (given === null && schema.nullable) return null;
    const { definition } = schema;
    switch (definition.type) {
      case 'string':
        return this.#string(definition, given);
      case 'object':
        return this.#object(definition, given);
      case 'integer': {
        if (typeof given !== 'number' || !Number.isInteger(given)) return this.#not('integer');
        const { least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER } = definition;
        this.#within('integer', given, least, most);
        return given;
      }
      case 'boolean':
        return typeof given === 'boolean' ? given : this.#not('boolean');
      case 'oneOf': {
        const { values } = definition;
        if (!isOneOf(values, given)) this.#add({ code: 'values', values });
        return given;
      }
      case 'array': {
        if (!Array.isArray(given)) return this.#not('array');
        const items = given.map((item: unknown, at) => this.#member(definition.item, item, at));
        this.#within('array', items.length, definition.least, definition.most);
        return items;
      }
    }
  }

  #string(definition: StringDefinition, given: unknown): unknown {
    if (typeof given !== 'string') return this.#not('string');
    const { form, rules, time, least, most } = definition;
    const text = (definition.trimmed ? given.trim() : given).toWellFormed();
    if (definition.characters) this.#characters(text, definition);
    else this.#within('string', text.length, least, most);
    if (form && !form.pattern.test(text)) this.#add({ code: 'words', words: form.words });
    if (time && !isTime(text)) this.#add({ code: 'words', words: 'a valid datetime' });
    if (rules) for (const [keeps, words] of rules) if (!keeps(text)) this.#add({ code: 'words', words });
    return text;
  }

  #characters(text: string, { least = 0, most = Infinity }: StringDefinition): void {
    const { length } = [...text];
    if (length < least || length > most)
      this.#add({ code: 'words', words: `${least} to ${most} characters` });
  }

  #object({ members, open, needs }: ObjectDefinition, given: unknown): unknown {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return this.#not('object');
    const all = given as Readonly<Record<string, unknown>>;
    const made: Record<string, unknown> = open ? { ...all } : {};
    for (const name in members) {
      const value = this.#member(members[name]!, Object.hasOwn(all, name) ? all[name] : undefined, name);
      if (value !== undefined) made[name] = value;
    }
    if (!open) this.#others(all, members);
    if (needs && !needs.names.some((name) => Object.hasOwn(all, name)))
      this.#add({ code: 'words', words: needs.words });
    return made;
  }

  #others(given: object, members: object): void {
    let keys: string[] | undefined;
    for (const name in given)
      if (Object.hasOwn(given, name) && !Object.hasOwn(members, name)) (keys ??= []).push(name);
    if (keys) this.#add({ code: 'unknown', keys });
  }

  #member(schema: Schema, given: unknown, at: string | number): unknown {
    this.#path.push(at);
    const value = this.value(schema, given);
    this.#path.pop();
    return value;
  }

  #within(of: 'integer' | 'string' | 'array', size: number, least?: number, most?: number): void {
    if (least !== undefined && size < least) this.#add({ code: 'least', of, end: least });
    if (most !== undefined && size > most) this.#add({ code: 'most', of, end: most });
  }

  #not(expected: TypeName): void {
    this.#add({ code: 'type', expected });
  }

  #add(complaint: Complaint): void {
    this.issues ??= [];
    if (this.issues.length < mostIssues) this.issues.push({ path: [...this.#path], ...complaint });
  }
}

/** A calendar day and a time of day, in UTC; seconds and their fractions may be left out. */
function isTime(text: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?Z$/.exec(text) ?? [];
  if (day === undefined) return false;
  const read = new Date(day);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
}
