/** What comes late: the panel and the verdict, which want nearly the same of the rest. */
export { default as BreakPanel } from './BreakPanel.svelte';
export { default as BrokenCall } from './BrokenCall.svelte';
