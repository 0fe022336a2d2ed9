/** The names under which files are served. */
import type { FileFormat } from '../../../../worker/api.ts';

/** The name for a file of the person. Characters that an address cannot contain become hyphens. */
export function nameFor(file: string): string {
  const plain = file
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '');
  return plain === '' ? 'feed' : plain.slice(0, 100);
}

const endings: Readonly<Record<FileFormat, string>> = { CSV: 'csv', TSV: 'tsv', RSS: 'xml', ATOM: 'xml' };

/** The name for a generated file. */
export const generatedName = (format: FileFormat, gzip: boolean): string =>
  `catalogue.${endings[format]}${gzip ? '.gz' : ''}`;
