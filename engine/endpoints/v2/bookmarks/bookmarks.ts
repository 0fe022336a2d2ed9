import { endpoint, json } from '../../../declaration/endpoint.ts';
import { pageMeta, pagination } from '../../../paging/v2.ts';
import { boolean, described, Id, integer, object, optional, withDefault } from '../../../spec/fields.ts';
import { limits } from '../../../spec/limits.ts';
import { mayNotSee, namesNo, notFound } from '../../../social/renderer.ts';
import { originalOf } from '../../../social/reposts.ts';
import { dataOf, many, PostObject, postSelection } from '../../../social/schemas.ts';
import { maySee } from '../../../social/visibility.ts';
import { pairId } from '../../../state/tables/pairs.ts';
import { pageOfPosts } from '../pages/pages.ts';
import { actingUser, forBookmarks } from './common.ts';

const changing = {
  ...forBookmarks,
  scopes: ['post.read', 'users.read', 'bookmark.write'],
  limits: limits('50 U', '5 U', '1 U'),
  answers: { 200: json(dataOf({ bookmarked: boolean() })) },
} as const;

export const getBookmarks = endpoint({
  ...forBookmarks,
  id: 'getBookmarks',
  method: 'GET',
  path: '/2/users/:id/bookmarks',
  summary: 'List the bookmarks of the acting user',
  description:
    'Returns the posts that the acting user has bookmarked, the latest bookmark first. Nobody else can read them.',
  scopes: ['bookmark.read', 'post.read', 'users.read'],
  limits: limits('180 U', '10 U', '1 U'),
  self: 'id',
  choices: ['envelope', 'fields', 'relation-order', 'protected-posts', 'blocking', 'bookmarks'],
  params: actingUser,
  query: {
    max_results: withDefault(integer(1, 100), 100, 'Posts on a page'),
    ...pagination,
    ...postSelection,
  },
  answers: { 200: json(many(PostObject, object(pageMeta))) },
  refuses: ['foreignResource', 'parameterInvalid'],
  example: { path: { id: '2244994945' }, query: { 'post.fields': 'author_id,created_at' } },
  handle(call, platform) {
    const { id } = call.path;
    const { bookmarks, posts } = platform.tables;
    const postOf = (key: string) => posts.get(bookmarks.must(key).post_id);
    return pageOfPosts(bookmarks.range('user_id', id), call, `getBookmarks ${id}`, postOf, platform);
  },
});

export const addBookmark = endpoint({
  ...changing,
  id: 'addBookmark',
  method: 'POST',
  path: '/2/users/:id/bookmarks',
  summary: 'Bookmark a post',
  description:
    'Bookmarks a post as the acting user, and files it in a folder if the call names one. A post can be in several folders.',
  self: 'id',
  choices: ['envelope', 'following', 'relation-order', 'reposts', 'protected-posts', 'blocking', 'bookmarks'],
  params: actingUser,
  body: object({
    post_id: described(Id, 'Id of the post to bookmark'),
    folder_id: optional(Id, 'Id of a folder of the acting user, to file it there'),
  }),
  refuses: ['foreignResource', 'parameterInvalid'],
  example: { path: { id: '2244994945' }, body: { post_id: '2020792285393846272' } },
  handle({ principal: { user }, body: { post_id, folder_id }, transact, now: at }, platform) {
    const { tables } = platform;
    const named = tables.posts.get(post_id);
    if (!named) return namesNo('post', 'post_id', post_id);
    if (!maySee(named, user, tables)) return mayNotSee('post', 'post_id', post_id, platform);
    if (folder_id !== undefined && tables.bookmark_folders.get(folder_id)?.owner_id !== user.id)
      return namesNo('bookmark folder', 'folder_id', folder_id);
    const post = originalOf(named, tables.posts).id;
    transact((write) => {
      const id = pairId(user.id, post);
      if (!tables.bookmarks.get(id)) write.bookmarks.insert({ id, user_id: user.id, post_id: post, at });
      if (folder_id === undefined) return;
      const filed = pairId(folder_id, post);
      if (!tables.filed_bookmarks.get(filed))
        write.filed_bookmarks.insert({ id: filed, folder_id, post_id: post, at });
    });
    return { status: 200, body: { data: { bookmarked: true } } };
  },
});

export const removeBookmark = endpoint({
  ...changing,
  id: 'removeBookmark',
  method: 'DELETE',
  path: '/2/users/:id/bookmarks/:post_id',
  summary: 'Remove a bookmark',
  description:
    'Removes a bookmark of the acting user, from all folders too. A post that is not bookmarked stays as it is.',
  self: 'id',
  choices: ['envelope', 'following', 'v2-404', 'relation-order', 'reposts', 'bookmarks'],
  params: { ...actingUser, post_id: described(Id, 'Id of the post') },
  refuses: ['foreignResource', 'resourceNotFound'],
  example: { path: { id: '2244994945', post_id: '2020777185899446272' } },
  handle({ principal: { user }, path: { post_id }, transact }, platform) {
    const { tables } = platform;
    const named = tables.posts.get(post_id);
    if (!named) return notFound('post', 'post_id', post_id, platform);
    const post = originalOf(named, tables.posts).id;
    transact((write) => {
      write.bookmarks.remove(pairId(user.id, post));
      for (const folder of tables.bookmark_folders.keysBy('owner', user.id))
        write.filed_bookmarks.remove(pairId(folder, post));
    });
    return { status: 200, body: { data: { bookmarked: false } } };
  },
});
