import { parseRoute } from '../router.ts';
import type { ViewRoute } from '../router.ts';

const name = 'recipe';

/** The playground's link that offers a recipe, which is packed. */
export const linkOf = (packed: string): string => `#/world?${name}=${packed}`;

/** The recipe in the address of the World view; null for none. */
export const packedOf = ({ params }: ViewRoute): string | null =>
  params.find(([param]) => param === name)?.[1] ?? null;

/** The recipe in a link; null for none. */
export function packedIn(link: string): string | null {
  const route = parseRoute(link);
  return 'problem' in route || route.view !== 'world' ? null : packedOf(route);
}
