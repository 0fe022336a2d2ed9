/** Who bought a ticket for a Space, and what was shared in it. */
import { endpoint, json } from '../../../declaration/endpoint.ts';
import type { Refusal } from '../../../spec/problems.ts';
import { refuse } from '../../../spec/problems.ts';
import { integer, object, withDefault } from '../../../spec/fields.ts';
import { pageMeta, pagination } from '../../../paging/v2.ts';
import { notFound } from '../../../social/renderer.ts';
import { many, postSelection, PostObject, UserObject, userSelection } from '../../../social/schemas.ts';
import type { Space } from '../../../state/tables/lists-spaces.ts';
import { pageOfPosts, pageOfUsers } from '../pages/pages.ts';
import { reading, spaceId, spaceLimits } from './space.ts';
import type { Reader } from './space.ts';

const paged = {
  max_results: withDefault(integer(1, 100), 100, 'Entries on a page'),
  ...pagination,
};

const choices = ['envelope', 'fields', 'spaces', 'v2-404', 'relation-order', 'cells'] as const;

export const getSpaceBuyers = endpoint({
  ...reading,
  id: 'getSpaceBuyers',
  path: '/2/spaces/:id/buyers',
  summary: 'List the users who bought a ticket for a Space',
  description:
    'Returns the users who bought a ticket for a Space. Only its creator may ask, or the bearer token of an App that the creator owns.',
  limits: spaceLimits,
  choices: [...choices, 'space-buyers'],
  params: spaceId,
  query: { ...paged, ...userSelection },
  answers: { 200: json(many(UserObject, object(pageMeta))) },
  refuses: ['resourceNotFound', 'foreignResource', 'parameterInvalid'],
  example: { path: { id: '1mYGaBwzRkLen' } },
  handle({ principal, path, query }, platform) {
    const { spaces, space_buyers, users } = platform.tables;
    const space = spaces.get(path.id);
    if (!space) return notFound('space', 'id', path.id, platform);
    const refusal = othersSpace(space, principal);
    if (refusal) return refusal;
    return pageOfUsers(
      space_buyers.range('space_id', space.id),
      { principal, query },
      `getSpaceBuyers ${space.id}`,
      (key) => users.get(space_buyers.must(key).user_id),
      platform,
    );
  },
});

export const getSpacePosts = endpoint({
  ...reading,
  id: 'getSpacePosts',
  path: '/2/spaces/:id/posts',
  summary: 'List the posts that were shared in a Space',
  description:
    'Returns the posts that were shared in a Space, the latest first. Posts that the caller may not see are left out.',
  limits: spaceLimits,
  choices: [...choices, 'post-metrics', 'protected-posts', 'blocking'],
  params: spaceId,
  query: { ...paged, ...postSelection },
  answers: { 200: json(many(PostObject, object(pageMeta))) },
  refuses: ['resourceNotFound', 'parameterInvalid'],
  example: { path: { id: '1mYGaBwzRkLen' } },
  handle({ principal, path, query }, platform) {
    const { spaces, space_posts, posts } = platform.tables;
    const space = spaces.get(path.id);
    if (!space) return notFound('space', 'id', path.id, platform);
    return pageOfPosts(
      space_posts.range('space_id', space.id),
      { principal, query },
      `getSpacePosts ${space.id}`,
      (key) => posts.get(space_posts.must(key).post_id),
      platform,
    );
  },
});

/** Why this caller may not see the buyers; null if the Space belongs to the caller (choice: space-buyers). */
function othersSpace({ id, creator_id }: Space, principal: Reader): Refusal<'foreignResource'> | null {
  const owner = principal.kind === 'app' ? principal.app.owner_id : principal.user.id;
  return owner === creator_id
    ? null
    : refuse(
        'foreignResource',
        `only user ${creator_id} and their Apps may see who bought a ticket for Space ${id}`,
      );
}
