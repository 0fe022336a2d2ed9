/** Checks of values that came as JSON. */
import { isList, isRecord } from '../../worker/api.ts';
import type { Browsed } from '../../worker/api.ts';

/** Its items; none if it is not a list. */
export const listIn = (value: unknown): readonly unknown[] => (isList(value) ? value : []);

/** Whether it is an object with an id. */
export const isBrowsed = (value: unknown): value is Browsed =>
  isRecord(value) && typeof value['id'] === 'string';
