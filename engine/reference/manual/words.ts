/** Types and bounds in words. */
import type { JsonSchema } from '../../declaration/json-schema.ts';
import { inGroups } from '../../spec/in-groups.ts';

/** "string, 1 to 280 characters", "list of 2 to 4 strings", "integer, 5 to 10,080". */
export function typeWords(schema: JsonSchema): string {
  if (schema.type === 'array') return listWords(schema);
  const said = [plainType(schema), boundsWords(schema)].filter((part) => part !== '');
  return said.join(', ');
}

function listWords(schema: JsonSchema): string {
  const item = schema.items ?? {};
  const count = range(schema['minItems'], schema['maxItems']);
  const bounds = item.type === 'object' ? '' : boundsWords(item);
  return `list of ${count === '' ? '' : `${count} `}${plural(item)}${bounds === '' ? '' : `, each ${bounds}`}`;
}

const plural = (item: JsonSchema): string => (item.enum ? 'names' : `${plainType(item)}s`);

const plainType = ({ type, format }: JsonSchema): string =>
  format === 'date-time' ? 'time' : (type ?? 'value');

function boundsWords(schema: JsonSchema): string {
  if (schema['pattern'] === idPattern) return 'an id of 1 to 19 digits';
  const length = range(schema['minLength'], schema['maxLength']);
  if (length !== '') return `${length} ${length === '1' ? 'character' : 'characters'}`;
  return range(schema['minimum'], schema['maximum']);
}

const idPattern = String.raw`^\d{1,19}$`;

function range(least: unknown, most: unknown): string {
  const from = typeof least === 'number' ? inGroups(least) : null;
  const to = typeof most === 'number' ? inGroups(most) : null;
  if (from === null) return to === null ? '' : `up to ${to}`;
  if (to === null) return from === '0' || from === '1' ? '' : `${from} or more`;
  return from === to ? from : `${from} to ${to}`;
}
