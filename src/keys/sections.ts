import type { ViewId } from '../router.ts';
import { ofWidgets, places, table } from './table.ts';
import type { Key, PlaceId } from './table.ts';

export interface Section {
  readonly title: string;
  readonly keys: readonly Key[];
}

const all: readonly Key[] = [...Object.values(table), ...ofWidgets];

/** A key with one effect is listed once in a place, however many things it closes. */
const keysIn = (place: PlaceId): Key[] => {
  const here = all.filter((key) => key.place === place);
  return here.filter(
    ({ keys, does }, at) => here.findIndex((each) => each.keys === keys && each.does === does) === at,
  );
};

/** All places with their keys: the current view's, the common ones, then those of the other views. */
export function sectionsFor(view: ViewId): readonly Section[] {
  const rank = (id: PlaceId): number => {
    const of: ViewId | null = places[id].view;
    return of === view ? 0 : of === null ? 1 : 2;
  };
  const ids = Object.keys(places).filter((id): id is PlaceId => id in places);
  return ids
    .toSorted((one, other) => rank(one) - rank(other))
    .map((id) => ({ title: places[id].title, keys: keysIn(id) }));
}

const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Delete: 'Del',
};

/** The labels on the keyboard: `Mod+Enter` is Ctrl and Enter. */
export const spelled = (keys: string, isMac: boolean): readonly string[] =>
  keys.split(/(?!^)[+ ]/).map((each) => (each === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : (signs[each] ?? each)));
