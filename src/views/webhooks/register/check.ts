/** The result of a registration or of a later check. */
export { default as CheckPane } from './CheckPane.svelte';
export { default as CheckSide } from './CheckSide.svelte';
