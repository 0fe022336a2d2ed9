import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';

const asProgram = '?program';
const asPage = '?sandbox';
/** Where the dev server has the page. */
const devAddress = '/@sandbox/';

/**
 * Programs and the page for the sandbox. `file.ts?program` is the file with all that it imports, as text. `file.html?sandbox`
 * is the address of that page with `file.ts` beside it as its one script: it stands in the page, since a frame of opaque
 * origin may fetch no module, and the page's policy admits it by its hash.
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
      // Without its ending, by which other plugins would know what to do with it.
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
  const [page, script] = await Promise.all([
    readFile(html, 'utf8'),
    programOf(html.replace(/\.html$/, '.ts')),
  ]);
  if (/<\/script|<!--/i.test(script)) throw new Error(`${html}: its script would end within the page`);
  const hash = createHash('sha256').update(script).digest('base64');
  return page.replace('%hash%', () => `sha256-${hash}`).replace(/\s*%script%\s*/, () => script);
}

async function programOf(entry: string): Promise<string> {
  const built = (await build({
    configFile: false,
    root: path.dirname(entry),
    logLevel: 'error',
    build: {
      write: false,
      target: ['chrome120', 'firefox121', 'safari17.4'],
      modulePreload: false,
      lib: { entry, formats: ['iife'], name: 'program', fileName: 'program' },
    },
  })) as Rolldown.RolldownOutput[];
  const [chunk, ...more] = built[0]!.output;
  if (more.length > 0) throw new Error(`${entry} is more than one script`);
  return chunk.code.trim();
}
