/** Mistakes made on purpose, each registered in a world of its own. */
export { default as PracticePane } from './PracticePane.svelte';
export { default as PracticeSide } from './PracticeSide.svelte';
