/** Pages of posts and of users, as the lists of the v2 endpoints answer them (choices: envelope, relation-order). */
import { known } from '../../../checked/known.ts';
import { viewerOf } from '../../../auth/viewer.ts';
import type { Answer } from '../../../declaration/endpoint.ts';
import type { Principal } from '../../../declaration/principal.ts';
import type { Services } from '../../../declaration/services.ts';
import { paginate } from '../../../paging/v2.ts';
import type { Stretch } from '../../../paging/page.ts';
import { isRefusal } from '../../../spec/problems.ts';
import type { Refusal } from '../../../spec/problems.ts';
import type { User } from '../../../state/tables/accounts.ts';
import type { Post } from '../../../state/tables/posts.ts';
import { Renderer } from '../../../social/renderer.ts';
import type { Selection } from '../../../social/renderer.ts';
import { maySee } from '../../../social/visibility.ts';

interface Listed {
  readonly principal: Principal;
  readonly query: Selection & {
    readonly max_results: number;
    readonly pagination_token?: string | undefined;
    readonly next_token?: string | undefined;
  };
}

type Page = Answer | Refusal<'parameterInvalid'>;

/**
 * A page of the posts in a stretch, latest first, without those that the caller may not see. `binding` identifies the
 * list and its filters; `postOf` finds the post of a key.
 */
export function pageOfPosts(
  range: Stretch,
  { principal, query }: Listed,
  binding: string,
  postOf: (key: string) => Post | undefined,
  platform: Services,
): Page {
  const viewer = viewerOf(principal);
  const page = paginate(range, query, binding, platform.paging, (key) => {
    const post = postOf(key);
    return post !== undefined && maySee(post, viewer.user, platform.tables);
  });
  if (isRefusal(page)) return page;
  const renderer = new Renderer(platform, query, viewer);
  return listed(page, (key) => renderer.post(known(postOf(key), key)), renderer);
}

/** A page of the users in a stretch. Everybody may see that a user exists. */
export function pageOfUsers(
  range: Stretch,
  { principal, query }: Listed,
  binding: string,
  userOf: (key: string) => User | undefined,
  platform: Services,
): Page {
  const page = paginate(range, query, binding, platform.paging, (key) => userOf(key) !== undefined);
  if (isRefusal(page)) return page;
  const renderer = new Renderer(platform, query, viewerOf(principal));
  return listed(page, (key) => renderer.user(known(userOf(key), key)), renderer);
}

/** The answer for a page. `show` makes an object of each key, and the renderer adds the expansions. */
export function listed(
  { keys, tokens }: Pick<Exclude<ReturnType<typeof paginate>, Refusal>, 'keys' | 'tokens'>,
  show: (key: string) => object,
  renderer?: Renderer,
): Answer {
  const data = keys.map(show);
  return {
    status: 200,
    body: {
      ...(data.length > 0 && { data }),
      ...renderer?.rest(),
      meta: { result_count: data.length, ...tokens },
    },
  };
}
