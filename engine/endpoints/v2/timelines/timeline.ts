/** What the timelines share: posts ordered by id, newest first. */
import { viewerOf } from '../../../auth/viewer.ts';
import { json } from '../../../declaration/endpoint.ts';
import type { Answer } from '../../../declaration/endpoint.ts';
import type { Principal } from '../../../declaration/principal.ts';
import type { Services } from '../../../declaration/services.ts';
import { pageMeta, paginate } from '../../../paging/v2.ts';
import type { Stretch } from '../../../paging/page.ts';
import { Id, object, optional } from '../../../spec/fields.ts';
import { isRefusal } from '../../../spec/problems.ts';
import type { Refusal } from '../../../spec/problems.ts';
import { Renderer } from '../../../social/renderer.ts';
import type { Selection } from '../../../social/renderer.ts';
import { many, PostObject } from '../../../social/schemas.ts';
import type { Post } from '../../../state/tables/posts.ts';
import { bindingOf, passes } from './bounds.ts';
import type { Filters, Span } from './bounds.ts';

export const Timeline = {
  200: json(many(PostObject, object({ ...pageMeta, newest_id: optional(Id), oldest_id: optional(Id) }))),
};

interface Asked {
  readonly principal: Principal;
  readonly query: Filters &
    Selection & { readonly max_results: number; readonly pagination_token?: string | undefined };
}

/** Posts ordered by id, and which of them the reader may see. */
export interface Listed {
  readonly stretch: Stretch;
  readonly shown: (post: Post) => boolean;
}

/** A page of the posts of a list that pass the filters. `name` identifies the list in its tokens. */
export function pageOfTimeline(
  { stretch, shown }: Listed,
  span: Span,
  { principal, query }: Asked,
  name: string,
  platform: Services,
): Answer | Refusal<'parameterInvalid'> {
  const { posts } = platform.tables;
  const page = paginate(stretch, query, `${name} ${bindingOf(query)}`, platform.paging, (id) => {
    // A list of all posts contains hidden ones too.
    const post = posts.get(id);
    return post !== undefined && passes(post, span) && shown(post) && post;
  });
  if (isRefusal(page)) return page;
  const renderer = new Renderer(platform, query, viewerOf(principal));
  const data = page.kept.map((post) => renderer.post(post));
  const meta = {
    result_count: data.length,
    ...(data.length > 0 && { newest_id: page.keys[0], oldest_id: page.keys.at(-1) }),
    ...page.tokens,
  };
  return { status: 200, body: { ...(data.length > 0 && { data }), ...renderer.rest(), meta } };
}
