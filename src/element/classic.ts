/** The element as a classic script, which needs no CORS. Its tag is its only global. */
import { define } from './element.ts';

const { currentScript } = document;
define(currentScript instanceof HTMLScriptElement ? currentScript.src : null);
