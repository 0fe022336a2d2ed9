/** Reads the members of parsed JSON of which nothing is known. */
import { isList, isRecord } from '../../worker/api.ts';

export type Members = Readonly<Record<string, unknown>>;

export const membersOf = (value: unknown): Members => (isRecord(value) ? value : {});

/** A list of names and values, without what has no name. */
export function pairsIn(list: unknown): [name: string, value: string][] {
  return (isList(list) ? list : []).flatMap((each): [string, string][] => {
    const { name, value } = membersOf(each);
    return typeof name === 'string' ? [[name, typeof value === 'string' ? value : '']] : [];
  });
}

/** Header fields. HTTP/2 sends method, address and status as fields too; they are left out. */
export const fieldsIn = (list: unknown): [name: string, value: string][] =>
  pairsIn(list).filter(([name]) => name !== '' && !name.startsWith(':'));
