/** What the endpoints about likes and reposts have in common. */
import { json } from '../../../declaration/endpoint.ts';
import { pageMeta, pagination } from '../../../paging/v2.ts';
import { described, Id, integer, object, withDefault } from '../../../spec/fields.ts';
import { many, postSelection, PostObject, UserObject, userSelection } from '../../../social/schemas.ts';

export const acting = { id: described(Id, 'Id of the acting user') };
export const postId = { id: described(Id, 'Id of the post') };

/** A list of users. */
export const users = {
  query: {
    max_results: withDefault(integer(1, 100), 100, 'Users on a page'),
    ...pagination,
    ...userSelection,
  },
  answers: { 200: json(many(UserObject, object(pageMeta))) },
};

/** A list of posts, with at least `least` per page. */
export const posts = (least: number) => ({
  query: {
    max_results: withDefault(integer(least, 100), 100, 'Posts on a page'),
    ...pagination,
    ...postSelection,
  },
  answers: { 200: json(many(PostObject, object(pageMeta))) },
});
