/** Reads a page for callers that answer it in code: its elements, and what its buttons would send. */
import { encodeForm, utf8 } from '../../worker/api.ts';
import type { NavigationTarget } from './navigate.ts';
import type { BrowserPage, PageElement, PageNode } from './page.ts';

type Wanted = (element: PageElement) => boolean;

/** The first element of the page, in document order, that matches. */
export const findElement = ({ pieces }: BrowserPage, wanted: Wanted): PageElement | null =>
  elementsIn(pieces).find(wanted) ?? null;

export const textOf = ({ children }: PageElement): string =>
  children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');

/** The fields of each form of the page, by name. */
export const formsOf = ({ pieces }: BrowserPage): readonly PageForm[] =>
  elementsIn(pieces).flatMap((form) => (form.name === 'form' ? [readForm(form)] : []));

export interface PageForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly buttons: readonly PageElement[];
  /** null for the address of the page itself. */
  readonly action: string | null;
}

/** What the form sends when this button is pressed, to the page's own address if it has none. Only for posts. */
export function pressed(form: PageForm, button: PageElement | null, here: string): NavigationTarget {
  const name = button?.attributes['name'];
  const entries = [
    ...Object.entries(form.fields),
    ...(button && name ? [[name, button.attributes['value'] ?? ''] as const] : []),
  ];
  return { method: 'POST', url: form.action ?? here, body: utf8(encodeForm(entries)) };
}

function readForm(form: PageElement): PageForm {
  const inside = elementsIn(form.children);
  const inputs = inside.filter(({ name, attributes }) => name === 'input' && attributes['name']);
  return {
    fields: Object.fromEntries(
      inputs.map(({ attributes }) => [attributes['name']!, attributes['value'] ?? '']),
    ),
    buttons: inside.filter(({ name }) => name === 'button'),
    action: form.attributes['action'] ?? null,
  };
}

const elementsIn = (pieces: readonly PageNode[]): PageElement[] =>
  pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece, ...elementsIn(piece.children)]));
