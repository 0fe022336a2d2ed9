import type { Component } from 'svelte';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { Calls } from '../call/calls.svelte.ts';
import type { Tab } from '../call/route.ts';
import type { Draft } from '../call/draft.svelte.ts';

type Panel = Component<{ session: PageSession; draft: Draft; calls: Calls; send: () => Promise<void> }>;

/** The contents of the tabs, each loaded when it is first opened. The signature is loaded from the start. */
export const panels: Readonly<Record<Exclude<Tab, 'signature'>, () => Promise<{ default: Panel }>>> = {
  headers: () => import('./HeadersPanel.svelte'),
  body: () => import('./BodyPanel.svelte'),
  raw: () => import('../raw/RawPanel.svelte'),
  code: () => import('../code/CodePanel.svelte'),
  pages: () => import('../pages/PagesPanel.svelte'),
  break: () => import('../break/index.ts').then(({ BreakPanel }) => ({ default: BreakPanel })),
};
