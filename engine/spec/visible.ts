import type { Schema } from './fields.ts';

/** Something visible: neither white space nor a character that shows nothing. */
export const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Text with a number of characters that is not blank; `what` names it. */
export const visibleText = (least: number, most: number, what = 'visible text'): Schema<string> => ({
  definition: {
    ...{ type: 'string', characters: true, least, most },
    form: { pattern: visible, words: `${what}: it is blank` },
  },
});
