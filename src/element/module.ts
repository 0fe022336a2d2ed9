/** The element as an ES module. */
import { define } from './element.ts';

define(import.meta.url);

export { configure, SvcPlayground } from './element.ts';
export type { EmbedTheme, Sent, ShownState } from './element.ts';
