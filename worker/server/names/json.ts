/** Renaming inside a JSON text. Everything that has no other name stays as it was written, numbers and spaces included. */

import { isText } from '../../../engine/inside.ts';

/** How names are changed in one direction. */
export interface Renaming {
  readonly rename: (name: string) => string;
  /** Whether the values of a member are names themselves. */
  readonly holdsNames: (member: string) => boolean;
}

interface Container {
  readonly isObject: boolean;
  /** Whether the texts in it are names. */
  holdsNames: boolean;
  expectsKey: boolean;
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** The text itself, if it is not JSON. */
export function renameJson(text: string, { rename, holdsNames }: Renaming): string {
  if (!isJson(text)) return text;
  const containers: Container[] = [];
  return text.replace(token, (found) => {
    const inside = containers.at(-1);
    switch (found) {
      case '{':
        containers.push({ isObject: true, holdsNames: false, expectsKey: true });
        return found;
      case '[':
        containers.push({ isObject: false, holdsNames: inside?.holdsNames ?? false, expectsKey: false });
        return found;
      case '}':
      case ']':
        containers.pop();
        return found;
      case ',':
        if (inside) inside.expectsKey = inside.isObject;
        return found;
      case ':':
        if (inside) inside.expectsKey = false;
        return found;
    }
    const value: unknown = JSON.parse(found);
    if (!inside || !isText(value)) return found;
    if (inside.expectsKey) inside.holdsNames = holdsNames(value);
    else if (!inside.holdsNames || isAddress(value)) return found;
    const renamed = rename(value);
    return renamed === value ? found : JSON.stringify(renamed);
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const isAddress = (value: string): boolean => value.includes('://');
