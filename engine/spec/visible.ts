import type { Schema } from './fields.ts';

/** Something that a person can see: neither white space nor one of the characters that show nothing. */
export const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Text of so many characters that is not blank; `what` says what it is. */
export const visibleText = (least: number, most: number, what = 'visible text'): Schema<string> => ({
  definition: {
    ...{ type: 'string', characters: true, least, most },
    form: { pattern: visible, words: `${what}: it is blank` },
  },
});
