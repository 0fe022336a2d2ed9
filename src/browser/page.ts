/**
 * The safe part of a page: a closed list of elements and attributes, as a tree that is drawn node by node. No text of a
 * page is parsed twice, so dropped parts cannot come back.
 */
import { resolve } from './navigate.ts';

export type PageNode = string | PageElement;

export interface PageElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly PageNode[];
}

export interface BrowserPage {
  readonly title: string;
  /** Style sheets that load nothing. */
  readonly styles: readonly string[];
  readonly pieces: readonly PageNode[];
}

/** Attributes that every element may have. */
const common = ['id', 'class', 'lang', 'dir', 'role', 'aria-label', 'aria-hidden', 'aria-describedby'];

/** Elements with their own allowed attributes. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  main: [],
  section: [],
  div: [],
  p: [],
  h1: [],
  h2: [],
  h3: [],
  ul: [],
  ol: [],
  li: [],
  b: [],
  strong: [],
  em: [],
  small: [],
  code: [],
  time: [],
  span: [],
  bdi: [],
  br: [],
  details: ['open'],
  summary: [],
  a: ['href'],
  form: ['action', 'method'],
  label: ['for'],
  input: ['type', 'name', 'value', 'required', 'autocomplete'],
  button: ['name', 'value'],
};

const inputTypes = ['hidden', 'text', 'password'];
const voids = ['br', 'input'];

/** Elements whose content is not text for people. */
const silent = new Set(
  'script style template noscript iframe object embed svg math head title textarea select xmp'.split(' '),
);

/**
 * Removes everything that is not on the list. An unknown element is replaced by its children; a silent one is removed
 * with them.
 */
export function clean(pieces: readonly PageNode[], base: URL): PageNode[] {
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string') return [piece];
    const name = piece.name.toLowerCase();
    if (silent.has(name)) return [];
    const own = Object.hasOwn(allowed, name) ? allowed[name]! : null;
    const children = voids.includes(name) ? [] : clean(piece.children, base);
    if (!own) return children;
    return [{ name, attributes: attributesOf(piece.attributes, [...common, ...own], base), children }];
  });
}

function attributesOf(
  given: Readonly<Record<string, string>>,
  names: readonly string[],
  base: URL,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of names) {
    if (!Object.hasOwn(given, name)) continue;
    const value = attribute(name, given[name]!, base);
    if (value !== null) kept[name] = value;
  }
  return kept;
}

function attribute(name: string, value: string, base: URL): string | null {
  if (name === 'href' || name === 'action') return webAddress(value, base);
  if (name === 'type') return inputTypes.includes(value.toLowerCase()) ? value.toLowerCase() : 'text';
  if (name === 'method') return value.toLowerCase() === 'post' ? 'post' : 'get';
  return value;
}

/** An absolute http or https address; null for any other, so that no link is made. */
export function webAddress(reference: string, base: URL): string | null {
  const url = resolve(reference.trim(), base);
  return url !== null && /^https?:\/\//i.test(url) ? url : null;
}

/** Style that has no effect outside: nothing that loads, imports or leaves the page's own box. */
export const isPlainStyle = (text: string): boolean =>
  !/url\s*\(|@import|image-set|expression|\\|<\//i.test(text);
