import { isRecord } from '../../worker/api.ts';

type Members = Readonly<Record<string, unknown>>;

/** The members of a JSON object; none for any other text. */
export function membersIn(text: string): Members {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

/** The members of the first of the `errors` in a response's body; none if it has no errors. */
export function firstErrorIn(text: string): Members {
  const { errors } = membersIn(text);
  const first: unknown = Array.isArray(errors) ? errors[0] : null;
  return isRecord(first) ? first : {};
}

/** JSON with one member per line; any other text unchanged. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
