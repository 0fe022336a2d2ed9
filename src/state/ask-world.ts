import type { Browse, BrowseMethod, Playground } from '../../worker/api.ts';

/** What the world holds, asked of whichever tab runs the platform. Rejects with a TypeError for what there is not. */
export async function ask<M extends BrowseMethod>(
  playground: Playground,
  method: M,
  ...args: Parameters<Browse[M]>
): Promise<ReturnType<Browse[M]>> {
  return (await playground.browse(method, args as readonly (string | number)[])) as ReturnType<Browse[M]>;
}
