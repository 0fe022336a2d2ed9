import type { Thrown } from '../../../../worker/api.ts';

/** "cache is not defined · line 15". */
export function thrownWords({ text, line }: Thrown): string {
  const said = text
    .replace(/^(?:Uncaught )?(?:[A-Z]\w*)?Error: /, '')
    .replace(/\s+/g, ' ')
    .replace(/\.$/, '');
  return line === null ? said : `${said} · line ${line}`;
}
