/**
 * The attributes of a product (choice: catalog-shapes): how each is read from JSON or from a cell of a feed, and the
 * rules between them.
 */
import { isList } from '../checked/is.ts';
import {
  ageGroups,
  availabilities,
  conditions,
  customLabels,
  genders,
} from '../state/tables/catalog-words.ts';
import type { ProductAttributes } from '../state/tables/catalog.ts';

export type AttributeName = keyof ProductAttributes;

/** What an invalid value should have been, as words that follow "is not". */
export class NotSo {
  constructor(readonly words: string) {}
}

type Read = (given: string) => string | number | readonly string[] | NotSo;

export interface Attribute {
  readonly name: AttributeName;
  readonly isRequired: boolean;
  /** What is allowed, in words, for people and for the OpenAPI document. */
  readonly words: string;
  readonly read: Read;
}

/** `attribute` is null for an issue with the product as a whole. */
export interface ProductIssue {
  readonly attribute: AttributeName | null;
  readonly message: string;
}

export const longestUrl = 2000;

/** A key must be a line of text. */
const controls = /\p{Cc}/u;

function words(least: number, most: number, isLine = true): Pick<Attribute, 'words' | 'read'> {
  const said = `${least} to ${most} characters${isLine ? ' in one line' : ''}`;
  const wrong = new NotSo(said);
  return {
    words: said,
    read: (given) =>
      // A text never has fewer UTF-16 code units than characters, so counting characters is rarely needed.
      (given.length <= most || [...given].length <= most) &&
      given.length >= least &&
      !(isLine && controls.test(given))
        ? given
        : wrong,
  };
}

function oneOf(values: readonly string[]): Pick<Attribute, 'words' | 'read'> {
  const said = `one of ${values.join(', ')}`;
  const wrong = new NotSo(said);
  const all = new Map(values.map((value) => [value, value]));
  // Feeds write "in_stock" and "In Stock".
  return {
    words: said,
    read: (given) => all.get(given) ?? all.get(given.toLowerCase().replaceAll('_', ' ')) ?? wrong,
  };
}

const price = /^\d{1,12}(?:\.\d{1,6})? [A-Z]{3}$/;
const priceWords = 'a price such as 20.00 USD';
const notPrice = new NotSo(priceWords);
const readPrice: Read = (given) => (price.test(given) ? given : notPrice);

const url = /^https:\/\/[^\s/?#@\\]+(?:[/?#][^\s]*)?$/i;
const urlWords = `an https address of at most ${longestUrl} characters`;
const notUrl = new NotSo(urlWords);
const isUrl = (given: string): boolean => given.length <= longestUrl && url.test(given);
const readUrl: Read = (given) => (isUrl(given) ? given : notUrl);

const mostImages = 10;
const imagesWords = `1 to ${mostImages} https addresses`;
const notImages = new NotSo(imagesWords);

function readImages(given: string): readonly string[] | NotSo {
  const all = given.split(',').map((each) => each.trim());
  return all.length <= mostImages && all.every(isUrl) ? all : notImages;
}

const notInventory = new NotSo('a whole number from 0 to 1000000000');
const readInventory: Read = (given) =>
  /^\d{1,10}$/.test(given) && Number(given) <= 1e9 ? Number(given) : notInventory;

const notGtin = new NotSo('8, 12, 13 or 14 digits');
const readGtin: Read = (given) => (/^(?:\d{8}|\d{12,14})$/.test(given) ? given : notGtin);

const span = /^(\S+?)\s*\/\s*(\S+)$/;
const spanWords = 'two times of ISO 8601 with a slash between, the first before the second';
const notSpan = new NotSo(spanWords);
const readSpan: Read = (given) => {
  const [, from, to] = span.exec(given) ?? [];
  return from !== undefined && to !== undefined && momentOf(from) < momentOf(to) ? `${from}/${to}` : notSpan;
};

/** The zone is required, because a day without a zone is ambiguous. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;
const momentOf = (given: string): number =>
  moment.test(given) ? Date.parse(given.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')) : Number.NaN;

const attribute = (
  name: AttributeName,
  isRequired: boolean,
  kind: Pick<Attribute, 'words' | 'read'>,
): Attribute => ({
  name,
  isRequired,
  ...kind,
});

/** In the order in which they are shown. */
export const attributes: readonly Attribute[] = [
  attribute('id', true, words(1, 100)),
  attribute('title', true, words(1, 150)),
  attribute('description', true, words(1, 5000, false)),
  attribute('availability', true, oneOf(availabilities)),
  attribute('condition', true, oneOf(conditions)),
  attribute('price', true, { words: priceWords, read: readPrice }),
  attribute('link', true, { words: urlWords, read: readUrl }),
  attribute('image_link', true, { words: urlWords, read: readUrl }),
  attribute('brand', false, words(1, 70)),
  attribute('gtin', false, { words: notGtin.words, read: readGtin }),
  attribute('mpn', false, words(1, 70)),
  attribute('additional_image_link', false, { words: imagesWords, read: readImages }),
  attribute('google_product_category', false, words(1, 750)),
  attribute('product_type', false, words(1, 750)),
  attribute('inventory', false, { words: notInventory.words, read: readInventory }),
  attribute('sale_price', false, { words: `${priceWords}, below price`, read: readPrice }),
  attribute('sale_price_effective_date', false, { words: spanWords, read: readSpan }),
  attribute('item_group_id', false, words(1, 100)),
  attribute('gender', false, oneOf(genders)),
  attribute('color', false, words(1, 100)),
  attribute('size', false, words(1, 100)),
  attribute('age_group', false, oneOf(ageGroups)),
  ...customLabels.map((name) => attribute(name, false, words(1, 100))),
];

export const attributeOf: ReadonlyMap<string, Attribute> = new Map(
  attributes.map((each) => [each.name, each]),
);

/** The required attributes, which come first in `attributes`. */
export const required = attributes.filter(({ isRequired }) => isRequired).map(({ name }) => name);

/** A product needs at least one of these attributes. */
export const identifiers = ['brand', 'gtin', 'mpn'] as const;

/** Some attributes; null removes one. */
export type Given = Partial<Record<AttributeName, string | number | readonly string[] | null>>;

/** The same by index in `attributes`; undefined for attributes that are not given. */
export type GivenValues = readonly Given[AttributeName][];

export const placeOf: ReadonlyMap<AttributeName, number> = new Map(
  attributes.map(({ name }, place) => [name, place]),
);

export const valuesOf = (given: Given): GivenValues => attributes.map(({ name }) => given[name]);

/** Reads the members of a JSON object. */
export function fromJson(members: Readonly<Record<string, unknown>>): {
  readonly given: Given;
  readonly issues: readonly ProductIssue[];
} {
  const given: Given = {};
  const issues: ProductIssue[] = [];
  for (const [name, value] of Object.entries(members)) {
    const known = attributeOf.get(name);
    if (!known)
      issues.push({ attribute: null, message: `${name.slice(0, 100)} is not an attribute of a product` });
    else if (value === null) given[known.name] = null;
    else {
      const read = readJson(known, value);
      if (read instanceof NotSo) issues.push(notSo(known.name, read));
      else given[known.name] = read;
    }
  }
  return { given, issues };
}

/** Reads a value of JSON. */
export function readJson({ name, read }: Attribute, value: unknown): ReturnType<Read> {
  if (name === 'inventory')
    return typeof value === 'number' ? read(String(value)) : new NotSo('a whole number from 0 to 1000000000');
  if (name === 'additional_image_link')
    return isList(value) && value.length > 0 && value.length <= mostImages && value.every(isUrlValue)
      ? value
      : notImages;
  return typeof value === 'string' ? read(value.trim().toWellFormed()) : new NotSo('a text');
}

const isUrlValue = (value: unknown): value is string => typeof value === 'string' && isUrl(value);

export const notSo = (attribute: AttributeName, { words }: NotSo): ProductIssue => ({
  attribute,
  message: `${attribute} is not ${words}`,
});

/** The issues of a product as a whole. Each of its attributes is valid by itself. Empty if there are none. */
export function issuesBetween(product: Given): ProductIssue[] {
  const issues: ProductIssue[] = [];
  for (const name of required)
    if (isAbsent(product[name])) issues.push({ attribute: name, message: `${name} is missing` });
  if (identifiers.every((name) => isAbsent(product[name])))
    issues.push({ attribute: null, message: 'brand, gtin and mpn are all missing: one of them is needed' });
  const { price, sale_price } = product;
  if (typeof sale_price === 'string' && typeof price === 'string') {
    if (currencyOf(sale_price) !== currencyOf(price))
      issues.push({ attribute: 'sale_price', message: 'sale_price has a different currency from price' });
    else if (amountOf(sale_price) >= amountOf(price))
      issues.push({ attribute: 'sale_price', message: 'sale_price is not below price' });
  }
  return issues;
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Warnings about values that are allowed but are probably mistakes. */
export function warningsOf({ gtin, sale_price, sale_price_effective_date }: Given): ProductIssue[] {
  const warnings: ProductIssue[] = [];
  if (typeof gtin === 'string' && !hasCheckDigit(gtin))
    warnings.push({ attribute: 'gtin', message: 'gtin does not end with its check digit' });
  if (!isAbsent(sale_price_effective_date) && isAbsent(sale_price))
    warnings.push({
      attribute: 'sale_price_effective_date',
      message: 'sale_price_effective_date has no effect without sale_price',
    });
  return warnings;
}

const zero = '0'.charCodeAt(0);

/** GS1 General Specifications 7.9: from the right, digits are multiplied by 3 and 1 alternately. */
function hasCheckDigit(gtin: string): boolean {
  let sum = 0;
  for (let at = 0; at < gtin.length; at++)
    sum += (gtin.charCodeAt(at) - zero) * ((gtin.length - at) % 2 === 0 ? 3 : 1);
  return sum % 10 === 0;
}

/** The amount of a price, in units of its currency. */
export const amountOf = (given: string): number => Number.parseFloat(given);

export const currencyOf = (given: string): string => given.slice(-3);
