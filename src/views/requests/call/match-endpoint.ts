import { splitUrl } from '../../../../worker/api.ts';
import type { EndpointOutline } from '../../../../worker/api.ts';
import { fitsPath, variablesIn } from '../../../parts/path-form.ts';
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
      [each.path, ...each.aliases].some((form) => fitsPath(form, path)) &&
      isOn(baseOf(bases, each), url),
  );
  return fitting.sort((a, b) => variablesIn(a.path) - variablesIn(b.path))[0] ?? null;
}
