import { isRecord } from '../../../../worker/api.ts';
/** A member of a JSON body, as text; none if the body is not JSON. */

const read = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

export const isJson = (json: string): boolean => read(json) !== undefined;

const inside = (at: unknown, key: string): unknown =>
  isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined;

export function valueInJson(json: string, path: string): string | null {
  const value = path.split('.').reduce(inside, read(json));
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `value` is JSON, or null to leave the member out; `name` is its new name. The order stays. */
export function changedJson(json: string, path: string, value: string | null, name?: string): string {
  const steps = path.split('.');
  const last = steps.pop()!;
  const whole = read(json);
  const holder = steps.reduce(inside, whole);
  if (typeof holder !== 'object' || holder === null) return json;
  const given = value === null ? undefined : read(value);
  if (Array.isArray(holder)) {
    if (value === null) holder.splice(Number(last), 1);
    else holder[Number(last)] = given;
    return JSON.stringify(whole, null, 2);
  }
  const members = Object.entries(holder).flatMap(([key, each]: [string, unknown]): [string, unknown][] =>
    key !== last ? [[key, each]] : value === null ? [] : [[name ?? key, given]],
  );
  if (value !== null && !Object.hasOwn(holder, last)) members.push([name ?? last, given]);
  for (const key of Object.keys(holder)) Reflect.deleteProperty(holder, key);
  Object.assign(holder, Object.fromEntries(members));
  return JSON.stringify(whole, null, 2);
}
