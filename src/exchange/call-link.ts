import { decodeForm, splitUrl } from '../../worker/api.ts';
import type { EndpointOutline, Exchange, HttpRequest } from '../../worker/api.ts';
import { formatRoute } from '../router.ts';

type Linked = Pick<Exchange, 'endpointId'> & { readonly request: Pick<HttpRequest, 'method' | 'url'> };

/**
 * A link to the same call in Requests: its endpoint with its path and query, or a free-form call if it matched no
 * endpoint. `more`: further parts of such a link, for its body or its caller.
 */
export function callLink(
  endpoints: readonly EndpointOutline[],
  { endpointId, request }: Linked,
  more: readonly (readonly [string, string])[] = [],
): string {
  const url = splitUrl(request.url);
  const outline = endpoints.find(({ id }) => id === endpointId);
  if (!url || !outline)
    return formatRoute({
      view: 'requests',
      path: ['free-form'],
      params: [['method', request.method], ['url', request.url], ...more],
    });
  const steps = url.path.split('/');
  const inPath = [outline.path, ...outline.aliases]
    .map((path) => path.split('/'))
    .find(
      (path) =>
        path.length === steps.length && path.every((step, at) => step.startsWith(':') || step === steps[at]),
    );
  const params = [
    ...(inPath ?? []).flatMap((step, at): [string, string][] =>
      step.startsWith(':') ? [[`path.${step.slice(1)}`, decodeURIComponent(steps[at]!)]] : [],
    ),
    ...decodeForm(url.query).map(([name, value]): [string, string] => [`query.${name}`, value]),
    ...more,
  ];
  return formatRoute({ view: 'requests', path: [outline.id], params });
}
