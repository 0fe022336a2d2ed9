import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * Imports the modules of one file statically, where the source imports them on demand. In the page each of them is a
 * file that is loaded when it is needed; in the package they are in one file anyway, and on demand each would be one more
 * file, which only says that it is in there.
 */
export function staticImports(isInside: (file: string) => boolean): Plugin {
  return {
    name: 'static-imports',
    transform(code, id) {
      if (!isInside(id)) return null;
      const imports: string[] = [];
      const changed = code.replace(
        /\bimport\((["'])(\.{1,2}\/[^"']+)\1\)/g,
        (found, _quote, target: string) => {
          if (!isInside(path.resolve(path.dirname(id), target))) return found;
          const name = `__module${imports.length}`;
          imports.push(`import * as ${name} from '${target}';`);
          return `Promise.resolve(${name})`;
        },
      );
      return imports.length === 0 ? null : { code: `${changed}\n${imports.join('\n')}`, map: null };
    },
  };
}
