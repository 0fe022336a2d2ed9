/** The pane before a webhook is registered. */
export { default as RegisterForm } from './RegisterForm.svelte';
export { default as Delivered } from './Delivered.svelte';
