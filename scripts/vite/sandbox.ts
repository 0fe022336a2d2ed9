import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { programOf } from './program.ts';

const asProgram = '?program';
const asPage = '?sandbox';
/** Where the dev server serves the page. */
const devAddress = '/@sandbox/';

/**
 * Programs and the page for the sandbox. `file.ts?program` is the text of the file with all its imports.
 * `file.html?sandbox` is the address of `holder.html` beside it, which contains that page in a sandboxed frame, with
 * `file.ts` as its only script. No service worker serves a frame of opaque origin, and it cannot fetch a module, so
 * everything is in the holder. The policies of both admit the script by its hash.
 */
export function sandbox(): Plugin {
  let isBuild = false;
  return {
    name: 'sandbox',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    async resolveId(id, importer) {
      const query = [asProgram, asPage].find((each) => id.endsWith(each));
      if (!query) return null;
      const resolved = await this.resolve(id.slice(0, -query.length), importer);
      // Without its extension, so that other plugins do not handle it.
      return resolved && `\0${query.slice(1)}:${resolved.id.replace(/\.\w+$/, '')}`;
    },
    async load(id) {
      const [, kind, path] = /^\0(program|sandbox):(.*)$/.exec(id) ?? [];
      if (path === undefined) return null;
      const file = path + (kind === 'program' ? '.ts' : '.html');
      this.addWatchFile(file);
      if (kind === 'program') return `export default ${JSON.stringify(await programOf(file))};`;
      if (!isBuild) return `export default ${JSON.stringify(`.${devAddress}${encodeURIComponent(file)}`)};`;
      const reference = this.emitFile({ type: 'asset', name: 'sandbox.html', source: await pageOf(file) });
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },
    configureServer({ middlewares, config: { root } }) {
      middlewares.use((request, response, next) => {
        const file = decodeURIComponent(request.url ?? '').replace(devAddress, '');
        if (!request.url?.startsWith(devAddress) || !file.startsWith(path.join(root, 'src'))) return next();
        pageOf(file).then((page) => response.setHeader('content-type', 'text/html').end(page), next);
      });
    },
  };
}

async function pageOf(html: string): Promise<string> {
  const [holder, frame, script] = await Promise.all([
    readFile(path.join(path.dirname(html), 'holder.html'), 'utf8'),
    readFile(html, 'utf8'),
    programOf(html.replace(/\.html$/, '.ts')),
  ]);
  if (/<\/script|<!--/i.test(script)) throw new Error(`${html}: its script would end within the page`);
  const hash = `sha256-${createHash('sha256').update(script).digest('base64')}`;
  const held = frame.replace('%hash%', () => hash).replace(/\s*%script%\s*/, () => script);
  return holder.replace('%hash%', () => hash).replace('%frame%', () => inAttribute(held));
}

const inAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
