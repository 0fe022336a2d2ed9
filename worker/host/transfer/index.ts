/** Code for export and import, loaded with the first of them. */
export { Transfers } from './transfers.ts';
