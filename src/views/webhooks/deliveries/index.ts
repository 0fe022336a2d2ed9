/** The deliveries of a webhook, and one of them. */
export { default as DeliveriesPane } from './DeliveriesPane.svelte';
export { default as DeliverySide } from './DeliverySide.svelte';
