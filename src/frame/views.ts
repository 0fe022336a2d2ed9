import type { Component } from 'svelte';
import type { IconName } from '../parts/icons.ts';
import type { ViewId } from '../router.ts';
import type { ViewProps } from '../state/view-props.ts';
import Requests from '../views/requests/Requests.svelte';

export interface View {
  readonly id: ViewId;
  readonly title: string;
  readonly icon: IconName;
  /** The home view is loaded at once, each other one in a chunk of its own. */
  readonly load: () => Promise<{ readonly default: Component<ViewProps> }>;
}

/** The rail's entries, in order. */
export const views: readonly View[] = [
  {
    id: 'learn',
    title: 'Learn',
    icon: 'learn',
    load: () => import('../views/learn/Learn.svelte'),
  },
  {
    id: 'requests',
    title: 'Requests',
    icon: 'requests',
    load: () => Promise.resolve({ default: Requests }),
  },
  {
    id: 'reference',
    title: 'Reference',
    icon: 'reference',
    load: () => import('../views/reference/Reference.svelte'),
  },
  {
    id: 'sign-in',
    title: 'Sign-in',
    icon: 'signin',
    load: () => import('../views/sign-in/SignIn.svelte'),
  },
  {
    id: 'limits',
    title: 'Limits',
    icon: 'limits',
    load: () => import('../views/limits/Limits.svelte'),
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    icon: 'webhooks',
    load: () => import('../views/webhooks/Webhooks.svelte'),
  },
  {
    id: 'catalog',
    title: 'Catalog',
    icon: 'catalog',
    load: () => import('../views/catalog/Catalog.svelte'),
  },
  {
    id: 'world',
    title: 'World',
    icon: 'world',
    load: () => import('../views/world/World.svelte'),
  },
  {
    id: 'portal',
    title: 'Portal',
    icon: 'portal',
    load: () => import('../views/portal/Portal.svelte'),
  },
  {
    id: 'doctor',
    title: 'Doctor',
    icon: 'doctor',
    load: () => import('../views/doctor/Doctor.svelte'),
  },
  {
    id: 'activity',
    title: 'Activity',
    icon: 'activity',
    load: () => import('../views/activity/Activity.svelte'),
  },
];
