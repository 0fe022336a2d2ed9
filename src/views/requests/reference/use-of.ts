import { isList, isRecord } from '../../../../worker/api.ts';
import type { JsonSchema } from '../../../../worker/api.ts';
import type { DraftUse } from '../../../reference/draft-use.ts';
import { exampleOf } from '../../../reference/example.ts';
import { takesForm } from '../call/compose.ts';
import type { Draft } from '../call/draft.svelte.ts';
import { valueInJson } from '../refusal/json-body.ts';
import { showField } from '../refusal/show-field.ts';

export const notJson = 'The body is not valid JSON, so nothing was added to it.';

/** Which fields of its reference the current call has; `say` reports why a field could not be added. */
export const useOf = (draft: Draft, say: (words: string) => void): DraftUse => ({
  has: (where, path) => {
    if (where === 'query') return draft.query.some(({ name, on }) => on && name === path);
    if (where === 'path') return (draft.path[path] ?? '') !== '';
    if (where !== 'body') return false;
    if (takesForm(draft.endpoint)) return draft.form.some(({ name, on }) => on && name === path);
    return valueInJson(draft.body, path) !== null;
  },
  add: (where, path) => {
    const rows = where === 'query' ? draft.query : takesForm(draft.endpoint) ? draft.form : null;
    const row = rows?.find(({ name }) => name === path);
    if (row) row.on = true;
    if (where === 'body' && !rows) {
      const added = withField(draft.body, path, draft.bodySchema);
      if (added === null) return say(notJson);
      draft.body = added;
    }
    showField(draft, where === 'body' && rows ? `form.${path}` : `${where}.${path}`);
  },
});

/**
 * The JSON text with an example of the field at this path, and of its parents; null for text that is not a JSON object.
 */
export function withField(json: string, path: string, schema: JsonSchema | null): string | null {
  const whole = json.trim() === '' ? {} : read(json);
  if (!isRecord(whole) || isList(whole)) return null;
  const added = put(whole, path.split('.'), schema ?? {});
  return added && JSON.stringify(added, null, 2);
}

function put(
  holder: Readonly<Record<string, unknown>>,
  [name = '', ...rest]: readonly string[],
  schema: JsonSchema,
): Readonly<Record<string, unknown>> | null {
  const own = schema.properties?.[name] ?? schema.items?.properties?.[name] ?? {};
  const held = Object.hasOwn(holder, name) ? holder[name] : exampleOf(own);
  if (rest.length === 0) return { ...holder, [name]: held };
  if (isList(held) && isRecord(held[0])) {
    const first = put(held[0], rest, own.items ?? {});
    return first && { ...holder, [name]: [first, ...held.slice(1)] };
  }
  const inner = isRecord(held) ? put(held, rest, own) : null;
  return inner && { ...holder, [name]: inner };
}

function read(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
