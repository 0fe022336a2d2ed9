import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const iconIn = /rel="icon"\s+href="data:image\/svg\+xml,([^"]+)"/;

/** The widths of the icons in `public/`, which `scripts/icons.ts` draws: Chromium offers installation only with these. */
export const iconSizes = [192, 512] as const;

const ofSize = (size: number, purpose: string): object => ({
  src: `icon-${size}.png`,
  type: 'image/png',
  sizes: `${size}x${size}`,
  purpose,
});

/** The icon that a page names as data. */
export const svgIn = (page: string): string | null => {
  const [, encoded] = iconIn.exec(page) ?? [];
  return encoded === undefined ? null : decodeURIComponent(encoded);
};

/** Writes what a browser needs to install the site: a manifest, and the icon of index.html on a background. */
export function installable(): Plugin {
  return {
    name: 'installable',
    apply: 'build',
    async generateBundle() {
      const page = await readFile(new URL('../../index.html', import.meta.url), 'utf8');
      const svg = svgIn(page);
      if (svg === null) this.error('index.html has no icon to make others from');
      const [name] = /(?<=<title>)[^<]+/.exec(page) ?? [];
      const [description] = /(?<=name="description"\s+content=")[^"]+/.exec(page) ?? [];
      const manifest = {
        name,
        short_name: 'svc',
        description,
        start_url: './',
        scope: './',
        display: 'standalone',
        icons: [
          { src: 'icon.svg', type: 'image/svg+xml', sizes: 'any', purpose: 'any' },
          ...iconSizes.map((size) => ofSize(size, 'any')),
          // The margin is wider than what a mask may cut off.
          ofSize(512, 'maskable'),
        ],
      };
      this.emitFile({ type: 'asset', fileName: 'icon.svg', source: onGround(svg) });
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
