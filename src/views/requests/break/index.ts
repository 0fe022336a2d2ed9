/** What is loaded later: the panel and the verdict, which need nearly the same code. */
export { default as BreakPanel } from './BreakPanel.svelte';
export { default as BrokenCall } from './BrokenCall.svelte';
