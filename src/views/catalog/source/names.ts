/** What files are called where they are served. */
import type { FileFormat } from '../../../../worker/api.ts';

/** Of a file of the person's own: what an address cannot have becomes a hyphen. */
export function nameFor(file: string): string {
  const plain = file
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '');
  return plain === '' ? 'feed' : plain.slice(0, 100);
}

const endings: Readonly<Record<FileFormat, string>> = { CSV: 'csv', TSV: 'tsv', RSS: 'xml', ATOM: 'xml' };

/** Of one that is generated. */
export const generatedName = (format: FileFormat, gzip: boolean): string =>
  `catalogue.${endings[format]}${gzip ? '.gz' : ''}`;
