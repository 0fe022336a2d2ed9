import { isOfCall } from '../element/names.ts';
import type { AskedEmbed, EmbedTheme, EmbedView, Hideable } from '../element/names.ts';
import { elsewhere, wholeRoute } from '../embed-route.ts';
import { formatRoute, parseRoute } from '../router.ts';

export const starts = ['lazy', 'click', 'eager'] as const;
export type Start = (typeof starts)[number];

/** The options that a person chose for an embed. */
export interface Choices {
  readonly theme: EmbedTheme;
  /** In px; null for the height of its content. */
  readonly height: number | null;
  readonly start: Start;
  readonly hide: readonly Hideable[];
  readonly readonly: boolean;
  readonly frozen: boolean;
  /** The name under which the reader's browser keeps its world; null for a world in memory. */
  readonly world: string | null;
}

/** What an embed shows, regardless of the options. */
export interface EmbedSubject {
  readonly view: EmbedView;
  /** Its title. */
  readonly title: string;
  /** Shown in its place until it starts. */
  readonly meanwhile: string;
  /** The playground's link to it, from the `#` on. */
  readonly link: string;
  /** null for the default of an embed. */
  readonly seed: string | null;
  /** null for the default of its world. */
  readonly plan: AskedEmbed['plan'];
}

/** An attribute of the element: its name, and its value, which is empty for a flag. */
export type Attribute = readonly [name: string, value: string];

/** Attributes of the element, in the order in which they are written. */
export function attributesOf(
  { view, title, link, seed, plan }: EmbedSubject,
  chosen: Choices,
): readonly Attribute[] {
  const all: readonly (Attribute | null)[] = [
    ['title', title],
    view === 'requests' ? null : ['view', view],
    isOfCall(view) ? callIn(link, view === 'reference') : linkIn(view, link),
    chosen.theme === 'auto' ? null : ['theme', chosen.theme],
    chosen.hide.length > 0 && view === 'requests' ? ['hide', chosen.hide.join(',')] : null,
    chosen.readonly && sendsCall(view) ? ['readonly', ''] : null,
    plan !== null && isPlanned(view) ? ['plan', plan] : null,
    seed === null ? null : ['seed', seed],
    chosen.frozen ? ['frozen', ''] : null,
    ...kept(chosen.world),
    chosen.start === 'lazy' ? null : ['loading', chosen.start],
    chosen.height === null ? null : ['height', String(chosen.height)],
  ];
  return all.filter((each) => each !== null);
}

const kept = (world: string | null): readonly Attribute[] =>
  world === null
    ? []
    : [
        ['storage', 'browser'],
        ['world', world],
      ];

/** As the author sees it: worlds that are only looked at are not kept in the author's browser. */
export const inMemory = (attributes: readonly Attribute[]): readonly Attribute[] =>
  attributes.filter(([name]) => name !== 'storage' && name !== 'world');

/** A name for a world, from a title. */
export const worldNamed = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 64) || 'world';

/** An example is named by its endpoint, every other call by its contents, unless these are not shown. */
function callIn(link: string, isBare: boolean): Attribute | null {
  const parsed = parseRoute(link);
  if ('problem' in parsed || parsed.path[0] === undefined) return null;
  const [id] = parsed.path;
  const isFree = id === 'free-form';
  // An embed has no tabs, and starts with OAuth 1.0a if the endpoint accepts it.
  const isUsual = (name: string, value: string) => name === 'auth' && value === 'oauth1' && !isFree;
  const params = parsed.params.filter(([name, value]) => name !== 'tab' && !isUsual(name, value));
  if (isBare && isFree) return null;
  return isBare || (params.length === 0 && !isFree)
    ? ['endpoint', id]
    : ['link', formatRoute({ ...parsed, params })];
}

/** Whether a call can be sent in it. */
export const sendsCall = (view: EmbedView): boolean => view === 'requests' || view === 'limits';

/** Whether the plan of the Project changes what it shows. */
const isPlanned = (view: EmbedView): boolean => sendsCall(view) || view === 'webhooks';

/** A view that shows its default needs no link. */
const linkIn = (view: EmbedView, link: string): Attribute | null =>
  link === formatRoute(elsewhere(wholeRoute(view, ''))) || link === linkTo(view) ? null : ['link', link];

/** The link to a whole view. */
export const linkTo = (view: EmbedView): string => formatRoute({ view, path: [], params: [] });
