import { access } from 'node:fs/promises';
import { serve } from '../../scripts/static-server.ts';
import type { StaticServer } from '../../scripts/static-server.ts';

/** Deep on purpose: nothing in the build may assume that it is at the root of its host. */
export const subPath = '/some/where/playground/';

export interface Site extends StaticServer {
  /** Files that are missing from now on: a regular expression for their names; null for none. */
  missing: RegExp | null;
}

/** Serves the built site under a sub-path. Each call has its own port, so its own origin and storage. */
export async function serveSite(): Promise<Site> {
  await access('dist/index.html').catch(() => {
    throw new Error('There is no built page in dist/: run `npm run build` before the end-to-end tests.');
  });
  const site: Pick<Site, 'missing'> = { missing: null };
  const has = (file: string) => !site.missing?.test(file);
  return Object.assign(site, await serve({ root: 'dist', base: subPath, has }));
}
