import type { Component } from 'svelte';
import type { EmbedView } from '../element/names.ts';
import type { PartProps } from './part-props.ts';

/** The parts that are loaded on demand. */
export const parts: Readonly<
  Record<Exclude<EmbedView, 'requests'>, () => Promise<{ readonly default: Component<PartProps> }>>
> = {
  limits: () => import('./LimitsPart.svelte'),
  reference: () => import('./ReferencePart.svelte'),
  doctor: () => import('./WholeView.svelte'),
  'sign-in': () => import('./WholeView.svelte'),
  webhooks: () => import('./WholeView.svelte'),
  catalog: () => import('./WholeView.svelte'),
};
