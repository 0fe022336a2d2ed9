/** What a value that came as JSON may be. */
import { isList, isRecord } from '../../worker/api.ts';
import type { Browsed } from '../../worker/api.ts';

/** Its items; none where it is no list. */
export const listIn = (value: unknown): readonly unknown[] => (isList(value) ? value : []);

/** Whether it is an object with an id. */
export const isBrowsed = (value: unknown): value is Browsed =>
  isRecord(value) && typeof value['id'] === 'string';
