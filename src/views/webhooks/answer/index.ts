/** The answer of the person's own receiver, and the verdict on it. */
export { default as AnswerPane } from './AnswerPane.svelte';
export { default as AnswerSide } from './AnswerSide.svelte';
