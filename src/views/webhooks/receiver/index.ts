/** The code of a receiver, and what it can start from. */
export { default as ReceiverPane } from './ReceiverPane.svelte';
export { default as ReceiverSide } from './ReceiverSide.svelte';
