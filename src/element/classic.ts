/** The element as a classic script, which needs no CORS. No global but its tag. */
import { define } from './element.ts';

const { currentScript } = document;
define(currentScript instanceof HTMLScriptElement ? currentScript.src : null);
