import type { Plugin } from 'vite';

/** What `svc-playground serve --site` shows: it reaches for the server that it came from, which index.html never does. */
export const servedDocument = 'served.html';

/** Writes the document of the page that is attached to a local server: index.html, with a mark. */
export function servedPage(): Plugin {
  return {
    name: 'served-page',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') this.error('There is no index.html to make the served page of');
        this.emitFile({ type: 'asset', fileName: servedDocument, source: marked(String(page.source)) });
      },
    },
  };
}

const changes = [
  ['<html lang="en">', '<html lang="en" class="served">'],
  ['running in this tab.', 'running in the server that this page came from.'],
] as const;

/** Throws when index.html has come to say something else. */
export function marked(page: string): string {
  return changes.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`index.html does not have "${from}" once`);
    return text.replace(from, to);
  }, page);
}
