/** Writes the rows of a file. */
import { known } from '../../checked/known.ts';
import { columns } from './product.ts';
import type { Cells } from './product.ts';
import type { FileFormat } from './recipe.ts';

export interface Writer {
  readonly begin: string;
  readonly end: string;
  readonly row: (cells: Cells, hasUnclosedQuote: boolean) => string;
}

export function writerOf(format: FileFormat): Writer {
  if (format === 'CSV' || format === 'TSV') return delimited(format === 'CSV' ? ',' : '\t');
  return format === 'RSS' ? rss : atom;
}

function delimited(delimiter: string): Writer {
  return {
    begin: `${columns.join(delimiter)}\n`,
    end: '',
    row: (cells, hasUnclosedQuote) =>
      `${columns
        .map((name) => {
          const cell = known(cells[name], name);
          // The field after it is quoted in every row, so the reader notices the fault before the next row.
          if (name === 'title' && hasUnclosedQuote) return `"${cell}`;
          return name === 'description' || cell.includes(delimiter) ? `"${cell}"` : cell;
        })
        .join(delimiter)}\n`,
  };
}

const escaped = (cell: string): string =>
  cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const ofFeeds = 'xmlns:g="http://base.google.com/ns/1.0"';

function elements(cells: Cells, plain: readonly string[]): string {
  let written = '';
  for (const name of columns) {
    const cell = known(cells[name], name);
    if (cell === '') continue;
    const tag = plain.includes(name) ? name : `g:${name}`;
    written += `<${tag}>${escaped(cell)}</${tag}>\n`;
  }
  return written;
}

const rss: Writer = {
  begin: `<?xml version="1.0"?>\n<rss version="2.0" ${ofFeeds}>\n<channel>\n<title>Northwind shop</title>\n`,
  end: '</channel>\n</rss>\n',
  row: (cells) => `<item>\n${elements(cells, ['title', 'description', 'link'])}</item>\n`,
};

const atom: Writer = {
  begin: `<?xml version="1.0"?>\n<feed xmlns="http://www.w3.org/2005/Atom" ${ofFeeds}>\n<title>Northwind shop</title>\n`,
  end: '</feed>\n',
  row: ({ link = '', ...cells }) =>
    `<entry>\n<link href="${escaped(link)}"/>\n${elements({ ...cells, link: '' }, ['title'])}</entry>\n`,
};
