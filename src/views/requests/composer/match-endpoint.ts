import { splitUrl } from '../../../../worker/api.ts';
import type { EndpointDescription } from '../../../../worker/api.ts';

/** The endpoint that a method and address lead to, for what the page shows beside a free-form call. */
export function matchEndpoint(
  endpoints: readonly EndpointDescription[],
  method: string,
  url: string,
): EndpointDescription | null {
  const path = splitUrl(url)?.path.replace(/(?<=.)\/$/, '');
  if (path === undefined) return null;
  const fitting = endpoints.filter(
    (each) =>
      each.method === method.toUpperCase() && [each.path, ...each.aliases].some((form) => fits(form, path)),
  );
  return fitting.sort((a, b) => variables(a.path) - variables(b.path))[0] ?? null;
}

function fits(form: string, path: string): boolean {
  const wanted = form.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  );
}

const variables = (path: string): number => path.split('/:').length - 1;
