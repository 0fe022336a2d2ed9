import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const iconIn = /rel="icon"\s+href="data:image\/svg\+xml,([^"]+)"/;

/** Writes what a browser needs to install the site: a manifest, and the icon of index.html on a background. */
export function installable(): Plugin {
  return {
    name: 'installable',
    apply: 'build',
    async generateBundle() {
      const page = await readFile(new URL('../../index.html', import.meta.url), 'utf8');
      const [, encoded] = iconIn.exec(page) ?? [];
      if (encoded === undefined) this.error('index.html has no icon to make others from');
      const [name] = /(?<=<title>)[^<]+/.exec(page) ?? [];
      const [description] = /(?<=name="description"\s+content=")[^"]+/.exec(page) ?? [];
      const manifest = {
        name,
        short_name: 'svc',
        description,
        start_url: './',
        scope: './',
        display: 'standalone',
        icons: [{ src: 'icon.svg', type: 'image/svg+xml', sizes: 'any', purpose: 'any maskable' }],
      };
      this.emitFile({ type: 'asset', fileName: 'icon.svg', source: onGround(decodeURIComponent(encoded)) });
      this.emitFile({
        type: 'asset',
        fileName: 'manifest.webmanifest',
        source: JSON.stringify(manifest, null, 2),
      });
    },
  };
}

/** With a margin, so that a system may round its corners. */
export const onGround = (svg: string): string =>
  svg
    .replace(/viewBox='0 0 16 16'/, "viewBox='-5 -5 26 26'")
    .replace(/<path/, "<path d='M-5-5h26v26h-26z' fill='#fff' stroke='none'/><path");
