/** Zod, set up once: no generated code, because the page's CSP forbids it. Import `z` from here. */
import * as z from 'zod';

z.config({ jitless: true });

export { z };

/** An id: a decimal string of at most 19 digits (choice: fields). */
export const Id = z.string().regex(/^\d{1,19}$/, 'a decimal string of 1 to 19 digits');

export const Username = z.string().regex(/^[A-Za-z0-9_]{1,15}$/, '1 to 15 letters, digits or underscores');

/** ISO 8601, UTC (choice: fields). */
export const Time = z.iso.datetime();

/** Characters are counted as Unicode code points, as JSON Schema counts them. */
export const characters = (least: number, most: number) =>
  z
    .string()
    .refine((value) => within([...value].length, least, most), { error: `${least} to ${most} characters` })
    .meta({ minLength: least, maxLength: most });

const within = (length: number, least: number, most: number): boolean => length >= least && length <= most;

/** A comma-separated list of `least` to `most` values. */
export const listOf = <T extends z.ZodType>(item: T, most: number, least = 1) =>
  z.array(item).min(least).max(most);
