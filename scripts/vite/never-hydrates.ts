import type { Plugin } from 'vite';

const runtime = /\/svelte\/src\/internal\/client\/dom\/hydration\.js$/;
const flag = 'export let hydrating = false;';
const setter = /(export function set_hydrating\([^)]*\) \{)[^}]*\}/;

/** What a compiled component calls that only has an effect during hydration. */
const steps = /^\s*\$\.(?:reset|next)\([^()]*\);$/gm;

/**
 * No server renders this page, so Svelte never hydrates existing markup. In the build its runtime is told so
 * permanently, and the code that only serves hydration is removed (decisions/accessible-parts.md has its size).
 */
export function neverHydrates(): Plugin {
  return {
    name: 'never-hydrates',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (/\.svelte$/.test(id)) return { code: code.replace(steps, ''), map: null };
      if (!runtime.test(id)) return null;
      if (!code.includes(flag) || !setter.test(code)) this.error('Svelte has changed how it marks hydration');
      return {
        code: code.replace(flag, 'export const hydrating = false;').replace(setter, '$1}'),
        map: null,
      };
    },
  };
}
