import type { Plugin, Rolldown } from 'vite';

const document = 'embed.html';

/** What every embed runs, in chunks that are imported late because the playground does not need them. */
const needed = [/\/src\/apart\.ts$/, /\0reference\/outlines$/];

/**
 * Names these chunks and their styles in embed.html. Otherwise the browser would learn of each only from the one before
 * it, and wait for the network eight times.
 */
export function embedPreloads(): Plugin {
  return {
    name: 'embed-preloads',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle[document];
        if (page?.type !== 'asset') this.error(`There is no ${document} to name chunks in`);
        const html = String(page.source);
        const reached = chunksBehind(bundle, needed);
        const links = [
          ...reached.flatMap(({ viteMetadata }) =>
            [...(viteMetadata?.importedCss ?? [])].map(
              (file) => `<link rel="stylesheet" crossorigin href="./${file}">`,
            ),
          ),
          ...reached.map(({ fileName }) => `<link rel="modulepreload" crossorigin href="./${fileName}">`),
        ].filter((link) => !html.includes(/"(\.\/[^"]+)"/.exec(link)?.[1] ?? link));
        page.source = html.replace('</head>', `  ${[...new Set(links)].join('\n    ')}\n  </head>`);
      },
    },
  };
}

/** The chunks that were made for these modules, and all that they import statically. Throws when there is none for one. */
export function chunksBehind(
  bundle: Rolldown.OutputBundle,
  modules: readonly RegExp[],
): readonly Rolldown.OutputChunk[] {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  const found = new Set<Rolldown.OutputChunk>();
  const add = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
  };
  for (const module of modules) {
    const first = chunks.find(({ facadeModuleId }) => module.test(facadeModuleId ?? ''));
    if (!first) throw new Error(`No chunk was made for ${module.source}`);
    add(first);
  }
  return [...found];
}
