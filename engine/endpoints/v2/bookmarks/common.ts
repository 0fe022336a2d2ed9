/** What the bookmark endpoints share. Only their owner sees bookmarks (choice: bookmarks). */
import { v2 } from '../../../spec/apis.ts';
import { described, Id } from '../../../spec/fields.ts';

export const forBookmarks = {
  api: v2,
  section: '8.3',
  auth: ['oauth1', 'oauth2'],
} as const;

export const actingUser = { id: described(Id, 'Id of the acting user') };
