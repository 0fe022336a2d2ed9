import { visible } from '../spec/visible.ts';

/** What the fields of advertiser accounts may say, beyond their types (choice: ads-changes). */
export const mostAccounts = 100;

const longestName = 255;
const longestText = 2000;

/** In ASCII, without spaces, quotes and angle brackets. */
const webAddress = /^https?:\/\/[\x21\x23-\x3b\x3d\x3f-\x7e]+$/i;

/** What is wrong with a field of this name, after the name; null when nothing is. */
export function textObjection(name: string, value: unknown): string | null {
  if (typeof value !== 'string') return null;
  if (name === 'name' && (!visible.test(value) || value.length > longestName))
    return `is not of 1 to ${longestName} characters`;
  if (name.endsWith('_url') && !webAddress.test(value)) return 'is not an http or https address';
  return value.length > longestText ? `is longer than ${longestText} characters` : null;
}
