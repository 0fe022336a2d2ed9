/** `site/` of the package: all that only `serve --site` needs. The build of the package has put its modules there. */
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { iconSizes } from '../vite/installable.ts';
import { serviceWorker } from '../vite/listed-files.ts';
import { servedDocument } from '../vite/served-page.ts';
import { pack } from './pack.ts';
import type { Packed } from './pack.ts';

/** What another site than that of a local server has. */
const elsewhere = new Set([
  ...['embed.html', 'embed.js', 'embed.mjs', 'examples', 'index.html', 'manifest.webmanifest'],
  ...iconSizes.map((size) => `icon-${size}.png`),
  serviceWorker,
]);

/** Adds the built page. */
export async function addPage(folder: string, dist = 'dist'): Promise<void> {
  await cp(path.join(dist, servedDocument), path.join(folder, 'site', servedDocument)).catch(
    (error: unknown) => {
      throw new Error(`There is no built page in ${dist}/: run npm run build before`, { cause: error });
    },
  );
  await cp(dist, path.join(folder, 'site'), {
    recursive: true,
    filter: (source) => !elsewhere.has(path.relative(dist, source)),
  });
}

/** Packs a package as it is without `site/`. */
export async function packWithout(folder: string, to: string): Promise<Packed> {
  const aside = await mkdtemp(path.join(path.dirname(path.resolve(folder)), '.site-'));
  const [site, held] = [path.join(folder, 'site'), path.join(aside, 'site')];
  await rename(site, held);
  try {
    return pack(folder, to);
  } finally {
    await rename(held, site);
    await rm(aside, { recursive: true });
  }
}
