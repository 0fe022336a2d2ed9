/** The element in a package, which has no site of its own: `configure` names one, or each element has a `src`. */
import { define } from './element.ts';

define(null);

export { configure, SvcPlayground } from './element.ts';
export type { EmbedTheme, Sent, ShownState } from './element.ts';
