import type { EndpointOutline } from '../../../worker/api.ts';
import { noView } from '../../router.ts';
import type { ViewRoute } from '../../router.ts';

/**
 * An address of this view: a call, a part of it, and an item in that part. A field is its names joined by dots, a
 * refusal the name of its cause or its code.
 *
 *     #/reference/createPost/refusals/duplicatePost
 *     #/reference/searchRecentPosts/200/includes.users.public_metrics
 */
export type ReferenceRoute = { readonly target: readonly string[] } | { readonly problem: string };

/** `endpoints` is null until all endpoints are known. */
export function readRoute(
  { path, params }: ViewRoute,
  endpoints: readonly Pick<EndpointOutline, 'id'>[] | null,
): ReferenceRoute {
  const [id] = path;
  if (path.length > 3 || params.length > 0 || path.some((step) => !/^[\w.-]{1,200}$/.test(step)))
    return { problem: noView };
  if (id !== undefined && endpoints && !endpoints.some((each) => each.id === id))
    return { problem: `There is no call “${id.slice(0, 40)}” in the reference.` };
  return { target: path };
}
