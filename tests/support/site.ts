import { access } from 'node:fs/promises';
import { serve } from '../../scripts/static-server.ts';
import type { StaticServer } from '../../scripts/static-server.ts';
import { axeFile, axeName } from './axe-file.ts';

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
  const server = await serve({ root: 'dist', base: subPath, has, files: { [axeName]: axeFile } });
  running.add(server.url);
  const close = () => {
    running.delete(server.url);
    return server.close();
  };
  return Object.assign(site, server, { close });
}

const running = new Set<string>();

/** The address of the running site that a page is of; null if it is of none. */
export const servedAt = (pageUrl: string): string | null =>
  [...running].find((url) => pageUrl.startsWith(url)) ?? null;
