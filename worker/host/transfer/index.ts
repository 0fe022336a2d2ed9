/** What export and import need, loaded when one of them is first asked for. */
export { Transfers } from './transfers.ts';
