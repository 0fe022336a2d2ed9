import { splitUrl } from '../../../../worker/api.ts';
import type { EndpointOutline } from '../../../../worker/api.ts';
import { baseOf, isOn } from '../../../state/bases.ts';
import type { Bases } from '../../../state/bases.ts';

/** The endpoint that a method and address lead to, for the parts beside a free-form call. */
export function matchEndpoint<E extends EndpointOutline>(
  endpoints: readonly E[],
  method: string,
  url: string,
  bases: Bases,
): E | null {
  const path = splitUrl(url)?.path.replace(/(?<=.)\/$/, '');
  if (path === undefined) return null;
  const fitting = endpoints.filter(
    (each) =>
      each.method === method.toUpperCase() &&
      [each.path, ...each.aliases].some((form) => fits(form, path)) &&
      isOn(baseOf(bases, each), url),
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
