import path from 'node:path';
import vue from '@vitejs/plugin-vue';
import type { Plugin } from 'vite';
import { outputOf } from './program.ts';

/** Pages that show the element in a framework: sources in docs/examples/, built as a reader would build them. */
const frameworks = ['react', 'vue'] as const;

/** Packages whose code these pages contain. */
export const examplePackages: readonly string[] = [
  ...['react', 'react-dom', 'scheduler'],
  ...['vue', '@vue/reactivity', '@vue/runtime-core', '@vue/runtime-dom', '@vue/shared'],
];

/** Writes these pages beside the other examples, which are in public/examples/. */
export function examplePages(): Plugin {
  return {
    name: 'example-pages',
    apply: 'build',
    async buildStart() {
      for (const output of await Promise.all(frameworks.map(pageOf)))
        for (const file of output)
          this.emitFile({
            type: 'asset',
            fileName: `examples/${file.fileName}`,
            source: file.type === 'chunk' ? file.code : file.source,
          });
    },
  };
}

const pageOf = (framework: (typeof frameworks)[number]) =>
  outputOf({
    root: path.resolve('docs/examples', framework),
    base: './',
    plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'svc-playground' } } })],
    resolve: { alias: { 'svc-playground/embed': path.resolve('src/element/package.ts') } },
    build: {
      rolldownOptions: {
        input: path.resolve('docs/examples', framework, `${framework}.html`),
        output: { entryFileNames: '[name].js' },
      },
    },
  });
