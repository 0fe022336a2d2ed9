/** A JSON text as its values by path, each as it is written: `data.0.id` is `"7"`. */
import { asText } from '../../../../worker/api.ts';
import { tokenise } from '../../../body/json.ts';

interface Open {
  readonly isList: boolean;
  /** The next member, or the number of members. */
  step: string | number;
}

/** A name without its quotes and escapes. */
const nameOf = (key: string): string => asText(JSON.parse(key));

/** null for a text that is not JSON. */
export function valuesIn(json: string): ReadonlyMap<string, string> | null {
  const tokens = tokenise(json);
  if (!tokens) return null;
  const values = new Map<string, string>();
  const open: Open[] = [];
  const place = () => open.map(({ step }) => step).join('.');
  const filled = () => {
    const inner = open.at(-1);
    if (inner?.isList) inner.step = Number(inner.step) + 1;
  };
  let before = '';
  for (const { kind, text } of tokens) {
    const inner = open.at(-1);
    if (kind === 'key' && inner) inner.step = nameOf(text);
    else if (text === '{' || text === '[') open.push({ isList: text === '[', step: text === '[' ? 0 : '' });
    else if (text === '}' || text === ']') {
      open.pop();
      if (before === '{' || before === '[') values.set(place(), before + text);
      filled();
    } else if (kind !== 'punctuation') {
      values.set(place(), text);
      filled();
    }
    before = text;
  }
  return values;
}
