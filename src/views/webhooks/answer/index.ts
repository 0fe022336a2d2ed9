/** The answer of a receiver of one’s own, and the verdict on it. */
export { default as AnswerPane } from './AnswerPane.svelte';
export { default as AnswerSide } from './AnswerSide.svelte';
