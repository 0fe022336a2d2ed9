/** The description of a generated file. The same recipe gives the same bytes. */
import { keysOf } from '../../checked/is.ts';
import { flag, listOf, number, object, oneOf, ruled, text } from '../../declaration/checks.ts';
import type { Check } from '../../declaration/checks.ts';

export const fileFormats = ['CSV', 'TSV', 'RSS', 'ATOM'] as const;
export type FileFormat = (typeof fileFormats)[number];

export const encodings = ['UTF-8', 'UTF-16'] as const;

/** As many as a catalog holds (choice: catalog-size). */
export const mostRows = 2_000_000;

/**
 * What may be wrong with a row. `weight`: about how many of a hundred faulty rows have this fault, if all kinds are
 * chosen.
 */
export const rowFaults = {
  noCurrency: { weight: 40 },
  httpLink: { weight: 20 },
  unknownAvailability: { weight: 10 },
  missingId: { weight: 8 },
  noIdentifier: { weight: 8 },
  longTitle: { weight: 6 },
  unclosedQuote: { weight: 4 },
  sameId: { weight: 4 },
} as const;
export type RowFault = keyof typeof rowFaults;

const names = keysOf(rowFaults);

export interface Recipe {
  readonly seed: string;
  readonly rows: number;
  readonly format: FileFormat;
  readonly encoding: (typeof encodings)[number];
  readonly gzip: boolean;
  /** Share of faulty rows, in per cent. */
  readonly faultyPercent: number;
  readonly faults: readonly RowFault[];
  /** Whether the file ends inside its middle row. */
  readonly isCutOff: boolean;
}

const rowCount = ruled(number, (value) => Number.isInteger(value) && value >= 1 && value <= mostRows);
const percent = ruled(number, (value) => value >= 0 && value <= 100);
const seed = ruled(text, ({ length }) => length <= 100);

export const isRecipe: Check<Recipe> = object<Recipe>({
  seed,
  rows: rowCount,
  format: oneOf(...fileFormats),
  encoding: oneOf(...encodings),
  gzip: flag,
  faultyPercent: percent,
  faults: listOf(oneOf(...names)),
  isCutOff: flag,
});

/** The chosen faults that a file of this format can have: XML has no quotes around fields. */
export const faultsOf = ({ faults, format }: Pick<Recipe, 'faults' | 'format'>): readonly RowFault[] =>
  names.filter(
    (name) => faults.includes(name) && (name !== 'unclosedQuote' || format === 'CSV' || format === 'TSV'),
  );
