import type { Component } from 'svelte';
import type { EmbedView } from '../element/names.ts';
import type { PartProps } from './part-props.ts';

/** Those that are fetched when they are asked for. */
export const parts: Readonly<
  Record<Exclude<EmbedView, 'requests'>, () => Promise<{ readonly default: Component<PartProps> }>>
> = {
  limits: () => import('./LimitsPart.svelte'),
  reference: () => import('./ReferencePart.svelte'),
  doctor: () => import('./WholeView.svelte'),
};
