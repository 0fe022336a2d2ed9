import { endpoint, json } from '../../../declaration/endpoint.ts';
import { pageMeta, paginate, pagination } from '../../../paging/v2.ts';
import {
  described,
  Id,
  integer,
  listOf,
  named,
  object,
  optional,
  string,
  withDefault,
} from '../../../spec/fields.ts';
import { limits } from '../../../spec/limits.ts';
import { isRefusal } from '../../../spec/problems.ts';
import { notFound } from '../../../social/renderer.ts';
import { maySee } from '../../../social/visibility.ts';
import { listed } from '../pages/pages.ts';
import { actingUser, forBookmarks } from './common.ts';

const listing = {
  ...forBookmarks,
  method: 'GET',
  limits: limits('50 U, 50 A', '5 U, 5 A', '1 U, 1 A'),
} as const;

const choices = [
  'envelope',
  'app-cell-on-user-endpoint',
  'following',
  'relation-order',
  'bookmarks',
] as const;

const turning = (words: string) => ({ max_results: withDefault(integer(1, 100), 100, words), ...pagination });

export const getBookmarkFolders = endpoint({
  ...listing,
  id: 'getBookmarkFolders',
  path: '/2/users/:id/bookmarks/folders',
  summary: 'List the bookmark folders of the acting user',
  description: 'Returns the bookmark folders of the acting user. No endpoint creates folders.',
  scopes: ['users.read', 'bookmark.read'],
  choices,
  self: 'id',
  params: actingUser,
  query: turning('Folders on a page'),
  answers: {
    200: json(
      object({
        data: optional(listOf(named('BookmarkFolder', object({ id: Id, name: string() })))),
        meta: object(pageMeta),
      }),
    ),
  },
  refuses: ['foreignResource', 'parameterInvalid'],
  example: { path: { id: '2244994945' } },
  handle({ path: { id }, query }, { tables, paging }) {
    const range = tables.bookmark_folders.range('owner', id);
    const page = paginate(range, query, `getBookmarkFolders ${id}`, paging, () => true);
    if (isRefusal(page)) return page;
    return listed(page, (key) => ({ id: key, name: tables.bookmark_folders.must(key).name }));
  },
});

export const getBookmarksInFolder = endpoint({
  ...listing,
  id: 'getBookmarksInFolder',
  path: '/2/users/:id/bookmarks/folders/:folder_id',
  summary: 'List the posts in a bookmark folder',
  description:
    'Returns the ids of the posts in one bookmark folder of the acting user. A folder of another user is answered like one that does not exist.',
  scopes: ['post.read', 'bookmark.read', 'users.read'],
  self: 'id',
  choices: [...choices, 'v2-404', 'protected-posts', 'blocking'],
  params: { ...actingUser, folder_id: described(Id, 'Id of the folder') },
  query: turning('Posts on a page'),
  answers: {
    200: json(object({ data: optional(listOf(object({ id: Id }))), meta: object(pageMeta) })),
  },
  refuses: ['foreignResource', 'resourceNotFound', 'parameterInvalid'],
  example: { path: { id: '2244994945', folder_id: '2021000000000000301' } },
  handle({ principal: { user }, path: { id, folder_id }, query }, platform) {
    const { tables, paging } = platform;
    if (tables.bookmark_folders.get(folder_id)?.owner_id !== id)
      return notFound('bookmark_folder', 'folder_id', folder_id, platform);
    const postOf = (key: string) => tables.filed_bookmarks.must(key).post_id;
    const range = tables.filed_bookmarks.range('folder_id', folder_id);
    const page = paginate(range, query, `getBookmarksInFolder ${folder_id}`, paging, (key) =>
      maySee(tables.posts.must(postOf(key)), user, tables),
    );
    if (isRefusal(page)) return page;
    return listed(page, (key) => ({ id: postOf(key) }));
  },
});
