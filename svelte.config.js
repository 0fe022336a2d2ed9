import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/** The styles that a short name stands for: no two components may share one. */
const named = new Map();

/** The class that keeps a component's styles to itself stands some hundred times in the first load: it is short. */
function cssHash({ hash, css }) {
  const name = `s${hash(css).slice(-4)}`;
  if (named.has(name) && named.get(name) !== css) throw new Error(`Two components would be called .${name}`);
  named.set(name, css);
  return name;
}

export default { preprocess: vitePreprocess(), compilerOptions: { cssHash } };
