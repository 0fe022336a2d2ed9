import { access } from 'node:fs/promises';
import { serve, type StaticServer } from '../../scripts/static-server.ts';

/** Deep on purpose: nothing in the build may assume that it stands at the root of its host. */
export const subPath = '/some/where/playground/';

/** Serves the built site under a sub-path. Each call has a port, so an origin with storage, of its own. */
export async function serveSite(): Promise<StaticServer> {
  await access('dist/index.html').catch(() => {
    throw new Error('There is no built page in dist/: run `npm run build` before the end-to-end tests.');
  });
  return serve({ root: 'dist', base: subPath });
}
