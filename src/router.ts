/**
 * The hash as a route: which view, and within it a path and parameters that the view itself checks.
 *
 *     #/portal/apps/1830?tab=keys
 */

export const viewIds = [
  'learn',
  'requests',
  'reference',
  'sign-in',
  'limits',
  'webhooks',
  'catalog',
  'world',
  'portal',
  'doctor',
  'activity',
] as const;
export type ViewId = (typeof viewIds)[number];

/** What a view is given. The view says so if it does not understand its path or a parameter. */
export interface ViewRoute {
  readonly view: ViewId;
  /** Decoded, without empty segments. */
  readonly path: readonly string[];
  /** Decoded, in order; a name may occur more than once. */
  readonly params: readonly (readonly [name: string, value: string])[];
}

export const longestHash = 16 * 1024;
export const tooLong = 'This link is longer than 16 KB.';
export const noView = 'This link leads to no view of the playground.';
const unreadable = 'This link cannot be read: it has an invalid %.';

/** Reads a hash, with or without its `#`; an empty one leads home. Never throws. */
export function parseRoute(hash: string): ViewRoute | { readonly problem: string } {
  const text = hash.replace(/^#/, '');
  if (text.length > longestHash) return { problem: tooLong };
  const [, view = 'requests', rest = '', search = ''] =
    /^\/?(?:([a-z-]{1,20})((?:\/[^?]*)?))?(?:\?(.*))?$/su.exec(text) ?? [undefined, ''];
  if (!isView(view)) return { problem: noView };
  const path = decodedSteps(rest);
  return path ? { view, path, params: [...new URLSearchParams(search)] } : { problem: unreadable };
}

/** The hash for a route, with its `#`. */
export function formatRoute({ view, path, params }: ViewRoute): string {
  const search = new URLSearchParams(params.map(([name, value]) => [name, value]));
  return `#/${[view, ...path.map(encodeURIComponent)].join('/')}${search.size ? `?${search}` : ''}`;
}

const isView = (word: string): word is ViewId => (viewIds as readonly string[]).includes(word);

function decodedSteps(path: string): string[] | null {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}
