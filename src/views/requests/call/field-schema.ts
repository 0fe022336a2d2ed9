import type { JsonSchema } from '../../../../worker/api.ts';
import { figure } from '../../../parts/figures.ts';

/** Checks values as sent on the wire against the schema of their field. */

/** The words to choose from; for a comma-separated list, those of its items. */
export function options(schema: JsonSchema): readonly string[] {
  if (schema.enum) return schema.enum.map(String);
  if (schema.items) return options(schema.items);
  return schema.type === 'boolean' ? ['true', 'false'] : [];
}

/** Type and range in a few words: "integer, 5 to 100". */
export function remark(schema: JsonSchema): string {
  const { format, minItems, maxItems, minLength, maxLength, minimum, maximum } = schema;
  if (schema.enum) return schema.enum.length > 3 ? `one of ${schema.enum.length}` : schema.enum.join(', ');
  if (schema.type === 'array') return join('comma list', range(minItems, maxItems));
  if (schema.type === 'integer') return join('integer', range(minimum, maximum));
  if (format) return format === 'date-time' ? 'date and time, ISO 8601' : format;
  const length = range(minLength, maxLength);
  return join(schema.type ?? 'text', length && `${length} characters`);
}

/** What is wrong with a value and what is allowed instead, as one sentence; null if it is valid. */
export function mistake(schema: JsonSchema, value: string): string | null {
  if (schema.enum) return schema.enum.includes(value) ? null : `must be one of ${schema.enum.join(', ')}`;
  if (schema.type === 'array') return listMistake(schema, value);
  if (schema.type === 'integer') return integerMistake(schema, value);
  if (schema.type === 'boolean') return /^(true|false)$/.test(value) ? null : 'must be true or false';
  return textMistake(schema, value);
}

function listMistake(schema: JsonSchema, value: string): string | null {
  const { minItems, maxItems } = schema;
  const items = value === '' ? [] : value.split(',');
  if (outside(items.length, minItems, maxItems))
    return `has ${items.length} items, allowed are ${range(minItems, maxItems)}`;
  for (const item of items) {
    const wrong = schema.items && mistake(schema.items, item);
    // The allowed ones are already shown as chips.
    if (wrong)
      return `has ${item === '' ? 'an empty item' : item}, which ${schema.items.enum ? 'is none of them' : wrong}`;
  }
  return null;
}

function integerMistake(schema: JsonSchema, value: string): string | null {
  const { minimum, maximum } = schema;
  const fits = /^-?\d+$/.test(value) && !outside(Number(value), minimum, maximum);
  return fits ? null : `must be an ${remark(schema)}`;
}

function textMistake(schema: JsonSchema, value: string): string | null {
  const { minLength, maxLength, pattern, format } = schema;
  const length = [...value].length;
  if (outside(length, minLength, maxLength))
    return `has ${length} characters, allowed are ${range(minLength, maxLength)}`;
  const fits = !pattern || new RegExp(pattern, 'u').test(value);
  if (format === 'date-time')
    return fits && !Number.isNaN(Date.parse(value)) ? null : 'must be like 2026-03-02T09:41:12Z';
  return fits ? null : `must match ${pattern}`;
}

const outside = (value: number, least = -Infinity, most = Infinity): boolean => value < least || value > most;

function range(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined)
    return least === most ? `${least}` : `${least} to ${figure(most)}`;
  if (most !== undefined) return `at most ${figure(most)}`;
  return least ? `at least ${least}` : '';
}

const join = (kind: string, detail: string): string => (detail ? `${kind}, ${detail}` : kind);
