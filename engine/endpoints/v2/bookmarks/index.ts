import type { Endpoint } from '../../../declaration/endpoint.ts';
import { addBookmark, getBookmarks, removeBookmark } from './bookmarks.ts';
import { getBookmarkFolders, getBookmarksInFolder } from './folders.ts';

/** In the order in which people read them. */
export const endpoints: readonly Endpoint[] = [
  getBookmarks,
  addBookmark,
  removeBookmark,
  getBookmarkFolders,
  getBookmarksInFolder,
];
