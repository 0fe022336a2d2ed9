import { isWhole, names } from '../element/names.ts';
import type { Attribute, EmbedSubject } from './choices.ts';

export const forms = ['element', 'iframe', 'link'] as const;
export type Form = (typeof forms)[number];

/** A piece of the copied text, and the attribute that it expresses. */
export interface LinePiece {
  readonly text: string;
  readonly of?: string;
}

/** In px, for a frame without a given height. */
export const usualHeight = 640;

/** One line of HTML, or a link, that embeds it. `site`: the folder of the playground. */
export function write(
  form: Form,
  subject: Pick<EmbedSubject, 'view' | 'meanwhile'>,
  attributes: readonly Attribute[],
  site: string,
): readonly LinePiece[] {
  if (form === 'link') return address(attributes, site);
  if (form === 'element')
    return [
      { text: `<script src="${escaped(new URL('embed.js', site).href)}" async></script>\n<svc-playground` },
      ...attributes.flatMap(attribute),
      { text: `><code>${escaped(subject.meanwhile)}</code></svc-playground>` },
    ];
  const given = new Map(attributes);
  return [
    { text: '<iframe src="' },
    ...address(attributes, site).map(({ text, ...rest }) => ({ ...rest, text: escaped(text) })),
    { text: '"' },
    ...attribute(['title', given.get('title') ?? '']),
    ...(given.get('loading') === 'eager' ? [] : attribute(['loading', 'lazy'])),
    { text: ' allow="clipboard-write" width="100%"' },
    ...attribute(['height', given.get('height') ?? String(usualHeight)]),
    { text: '></iframe>' },
  ];
}

/** Attributes of the frame, without those that only the element knows. */
function address(attributes: readonly Attribute[], site: string): readonly LinePiece[] {
  const query = attributes.filter(([name]) => names.includes(name));
  const link = attributes.find(([name]) => name === 'link');
  return [
    { text: new URL('embed.html', site).href },
    ...query.map(([name, value], at) => ({
      text: `${at === 0 ? '?' : '&'}${value === '' ? name : String(new URLSearchParams([[name, value]]))}`,
      of: name,
    })),
    ...(link ? [{ text: link[1], of: 'link' }] : []),
  ];
}

const attribute = ([name, value]: Attribute): readonly LinePiece[] => [
  { text: ' ' },
  { text: value === '' ? name : `${name}="${escaped(value)}"`, of: name },
];

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** Whether the copied form can give a height by itself, and whether a click can start it. */
export const can = (form: Form, view: EmbedSubject['view']) => ({
  grow: form === 'element' && !isWhole(view),
  wait: form === 'element',
  size: form !== 'link',
});
