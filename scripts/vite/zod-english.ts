import type { Plugin } from 'vite';

const localeIndex = /zod[\\/]v4[\\/]locales[\\/]index\.js$/;

/**
 * Keeps English as zod's only language: its classic entry re-exports a namespace of every locale, which no
 * bundler can drop. Belongs into `plugins` and into `worker.plugins`.
 */
export function zodEnglish(): Plugin {
  return {
    name: 'zod-english',
    enforce: 'pre',
    load: {
      filter: { id: localeIndex },
      handler: () => `export { default as en } from './en.js';`,
    },
  };
}
