/** What the server needs of attached pages, loaded with `--site`. */
export { mostPages, Pages } from './pages.ts';
export { saidIn } from './said.ts';
export { toLine } from './wire.ts';
