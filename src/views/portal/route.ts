import { isOneOf } from '../../../worker/api.ts';
import type { ViewRoute } from '../../router.ts';

export const appTabs = ['settings', 'authentication', 'keys'] as const;
export type AppTab = (typeof appTabs)[number];

/** The content of the main pane. */
export type Shows =
  | { readonly kind: 'app'; readonly id: string; readonly tab: AppTab }
  | { readonly kind: 'project'; readonly id: string }
  | { readonly kind: 'mailbox' }
  /** The merchant shopping manager. */
  | { readonly kind: 'merchants' }
  | { readonly kind: 'vault' };

/** What an address of this view shows, by default the App in use; or why the address is invalid. */
export function readRoute({ path, params }: ViewRoute, appId: string): Shows | { readonly problem: string } {
  const [kind, id = '', tab = 'settings', ...rest] = path;
  const unknown = rest[0] ?? params[0]?.[0];
  if (unknown !== undefined) return { problem: `This link has an unknown part: "${unknown.slice(0, 40)}".` };
  if (kind === undefined) return { kind: 'app', id: appId, tab: 'settings' };
  if (kind === 'apps' && isTab(tab)) return { kind: 'app', id, tab };
  if (kind === 'projects' && path.length === 2) return { kind: 'project', id };
  if ((kind === 'merchants' || kind === 'mailbox' || kind === 'vault') && path.length === 1) return { kind };
  return { problem: 'This link leads to no part of the portal.' };
}

const isTab = (word: string): word is AppTab => isOneOf(appTabs, word);

export const routeOf = (shows: Shows): ViewRoute => ({ view: 'portal', path: pathOf(shows), params: [] });

function pathOf(shows: Shows): string[] {
  switch (shows.kind) {
    case 'app':
      return ['apps', shows.id, ...(shows.tab === 'settings' ? [] : [shows.tab])];
    case 'project':
      return ['projects', shows.id];
    default:
      return [shows.kind];
  }
}
