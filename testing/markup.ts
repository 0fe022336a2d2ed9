/**
 * Parses HTML strictly: every `<` begins a tag or the doctype, every attribute is quoted, tags nest. It throws where
 * a browser would guess, so that a page cannot contain anything that its author did not intend.
 */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** The text inside, including that of children. */
  text: string;
  readonly children: (Element | string)[];
}

export interface Form {
  readonly action: string;
  /** The values of the inputs, by name. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface Markup {
  readonly elements: readonly Element[];
  /** The elements at the top level. */
  readonly roots: readonly Element[];
  readonly forms: readonly Form[];
  /** The form that a person fills in, otherwise the first. */
  readonly form: Form | null;
  /** All text in it, in order. */
  readonly text: string;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };
const voids = new Set(['meta', 'input', 'br', 'link', 'img']);
const token =
  /<!doctype html>|<\/([a-z][a-z0-9]*)>|<([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)>|[^<>]+/gy;
const attribute = / ([a-z-]+)(?:="([^"]*)")?/g;

/** Throws for an ampersand that does not begin one of the platform's entities. */
function decode(text: string): string {
  return text.replaceAll(/&([#a-z0-9]*;?)/g, (whole, name: string) => {
    const value = entities[name.replace(';', '')];
    if (value === undefined || !name.endsWith(';')) throw new SyntaxError(`A bare ampersand: ${whole}`);
    return value;
  });
}

/** Throws a SyntaxError that quotes the place where the page is not strict. */
export function readPage(html: string): Markup {
  const elements: Element[] = [];
  const open: Element[] = [];
  const roots: Element[] = [];
  token.lastIndex = 0;
  let text = '';
  while (token.lastIndex < html.length) {
    const at = token.lastIndex;
    const match = token.exec(html);
    if (!match) throw new SyntaxError(`Not strict HTML: ${html.slice(at, at + 80)}`);
    const [whole, closes, opens, rest = ''] = match;
    if (opens) {
      const element: Element = { name: opens, attributes: attributesOf(rest), text: '', children: [] };
      elements.push(element);
      (open.at(-1)?.children ?? roots).push(element);
      if (!voids.has(opens)) open.push(element);
    } else if (closes) {
      if (open.pop()?.name !== closes) throw new SyntaxError(`</${closes}> closes nothing`);
    } else if (!whole.startsWith('<')) {
      const said = open.at(-1)?.name === 'style' ? whole : decode(whole);
      for (const element of open) element.text += said;
      open.at(-1)?.children.push(said);
      if (open.at(-1)?.name !== 'style') text += said;
    }
  }
  if (open.length > 0) throw new SyntaxError(`<${open.at(-1)!.name}> is never closed`);
  const forms = elements.filter(({ name }) => name === 'form');
  const form = forms.find((each) => inputsOf(each).some(isVisible)) ?? forms[0];
  return { elements, roots, forms: forms.map(formOf), form: form ? formOf(form) : null, text };
}

function attributesOf(written: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name, value = ''] of written.matchAll(attribute)) {
    if (attributes.has(name!)) throw new SyntaxError(`${name!} occurs twice in${written}`);
    attributes.set(name!, decode(value));
  }
  return attributes;
}

const inside = ({ children }: Element): Element[] =>
  children.flatMap((child) => (typeof child === 'string' ? [] : [child, ...inside(child)]));

const inputsOf = (form: Element): Element[] =>
  inside(form).filter(({ name, attributes }) => name === 'input' && attributes.has('name'));

const isVisible = ({ attributes }: Element): boolean => attributes.get('type') !== 'hidden';

const formOf = (form: Element): Form => ({
  action: form.attributes.get('action') ?? '',
  fields: Object.fromEntries(
    inputsOf(form).map(({ attributes }) => [attributes.get('name')!, attributes.get('value') ?? '']),
  ),
});
