import type { Plugin } from 'vite';

/** The texts of an endpoint's declaration, which only the page, `openapi.json` and their tests show. */
const prose = /^ {2}(?:summary|description):\s+(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`$]*`),\n/gm;

/** Leaves out what the declarations say to people. Nothing in the package reads it. */
export function withoutProse(): Plugin {
  return {
    name: 'without-prose',
    enforce: 'pre',
    transform: (code, id) =>
      id.includes('/engine/endpoints/') && code.includes(' = endpoint({')
        ? { code: code.replaceAll(prose, ''), map: null }
        : null,
  };
}
