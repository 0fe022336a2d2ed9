import { visible } from '../spec/visible.ts';

/** The rules for fields of advertiser accounts, beyond their types (choice: ads-changes). */
export const mostAccounts = 100;

const longestName = 255;
const longestText = 2000;

/** In ASCII, without spaces, quotes and angle brackets. */
const webAddress = /^https?:\/\/[\x21\x23-\x3b\x3d\x3f-\x7e]+$/i;

/** What is wrong with the value of this field, as words that follow its name; null if it is valid. */
export function textObjection(name: string, value: unknown): string | null {
  if (typeof value !== 'string') return null;
  if (name === 'name' && (!visible.test(value) || value.length > longestName))
    return `is not of 1 to ${longestName} characters`;
  if (name.endsWith('_url') && !webAddress.test(value)) return 'is not an http or https address';
  return value.length > longestText ? `is longer than ${longestText} characters` : null;
}
