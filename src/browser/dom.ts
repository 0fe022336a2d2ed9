/** Converts a page between its text, its tree, and the elements in the frame. */
import { encodeForm, utf8 } from '../../worker/api.ts';
import type { NavigationTarget } from './navigate.ts';
import { clean, isPlainStyle } from './page.ts';
import type { BrowserPage, PageNode } from './page.ts';

/** Parses a page without running or loading any of it: DOMParser's documents are inert. */
export function readPage(html: string, base: URL): BrowserPage {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const styles = [...parsed.querySelectorAll('head > style')].map((style) => style.textContent);
  return {
    title: parsed.title.slice(0, 200),
    styles: styles.filter(isPlainStyle),
    pieces: clean(treeOf(parsed.body), base),
  };
}

const treeOf = (parent: Node): PageNode[] =>
  [...parent.childNodes].flatMap((node): PageNode[] => {
    if (node.nodeType === Node.TEXT_NODE) return [node.nodeValue ?? ''];
    if (!(node instanceof Element)) return [];
    const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
    return [{ name: node.localName, attributes, children: treeOf(node) }];
  });

/** Addresses are kept in attributes that browsers ignore: without our listeners, no link works. */
const renamed: Readonly<Record<string, string>> = {
  href: 'data-to',
  action: 'data-to',
  method: 'data-method',
};

export function drawPage({ title, pieces }: BrowserPage, document: Document): void {
  document.title = title;
  document.body.replaceChildren(...pieces.map((piece) => draw(piece, document)));
}

/** The page's own style, followed by the browser's additions. */
export function dressPage({ styles }: BrowserPage, document: Document, after: readonly string[]): void {
  document.adoptedStyleSheets = [...styles, ...after].flatMap((text) => sheetOf(text, document) ?? []);
}

/** A style sheet must be constructed in the document that adopts it. */
function sheetOf(text: string, { defaultView }: Document): CSSStyleSheet | null {
  if (!defaultView) return null;
  const sheet = new defaultView.CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

function draw(piece: PageNode, document: Document): Node {
  if (typeof piece === 'string') return document.createTextNode(piece);
  const element = document.createElement(piece.name);
  for (const [name, value] of Object.entries(piece.attributes))
    element.setAttribute(renamed[name] ?? name, value);
  if (piece.name === 'a' && piece.attributes['href'] !== undefined) {
    element.setAttribute('href', '#');
    element.setAttribute('title', piece.attributes['href']);
  }
  element.append(...piece.children.map((child) => draw(child, document)));
  return element;
}

/** The address that a click leads to; null if it is on no link. */
export function linkTarget(target: EventTarget | null): NavigationTarget | null {
  const link = asElement(target)?.closest('a[data-to]');
  const url = link?.getAttribute('data-to');
  return url ? { method: 'GET', url, body: null } : null;
}

/** What a form sends, and where; without an address, it goes to the page's own. */
export function formTarget(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  here: string,
): NavigationTarget {
  const entries = [...new FormData(form, submitter)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  const url = form.getAttribute('data-to') ?? here;
  if (form.getAttribute('data-method') === 'post')
    return { method: 'POST', url, body: utf8(encodeForm(entries)) };
  return { method: 'GET', url: `${url.replace(/[?#].*$/s, '')}?${encodeForm(entries)}`, body: null };
}

/** Nodes of the frame belong to another window, so `instanceof` does not know them. */
const asElement = (target: EventTarget | null): Element | null =>
  target && 'closest' in target ? (target as Element) : null;
