import type { Plugin } from 'vite';

const runtime = /\/svelte\/src\/internal\/client\/dom\/hydration\.js$/;
const flag = 'export let hydrating = false;';
const setter = /(export function set_hydrating\([^)]*\) \{)[^}]*\}/;

/** What a compiled component calls that does nothing but while it hydrates. */
const steps = /^\s*\$\.(?:reset|next)\([^()]*\);$/gm;

/**
 * No server renders this page, so Svelte never takes over markup that is there already. In the build its runtime is told
 * so for good, and what is only there for that case goes (decisions/accessible-parts.md has what it weighs).
 */
export function neverHydrates(): Plugin {
  return {
    name: 'never-hydrates',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (/\.svelte$/.test(id)) return { code: code.replace(steps, ''), map: null };
      if (!runtime.test(id)) return null;
      if (!code.includes(flag) || !setter.test(code))
        this.error('Svelte has another way now of saying that it hydrates');
      return {
        code: code.replace(flag, 'export const hydrating = false;').replace(setter, '$1}'),
        map: null,
      };
    },
  };
}
