/**
 * The hash as a place: which view, and within it a path and parameters that the view itself checks.
 *
 *     #/portal/apps/1830?tab=keys
 */

export const viewIds = ['requests', 'sign-in', 'portal', 'doctor'] as const;
export type ViewId = (typeof viewIds)[number];

/** What a view is given. It says so where it does not understand its path or a parameter. */
export interface Place {
  readonly view: ViewId;
  /** Decoded, without empty steps. */
  readonly path: readonly string[];
  readonly params: Readonly<Record<string, string>>;
}

export const longestHash = 16 * 1024;
export const tooLong = 'This link is longer than 16 KB.';
export const noView = 'This link leads to no view of the playground.';
const unreadable = 'This link cannot be read: a % in it begins no character.';

/** Reads a hash, with or without its `#`; nothing leads home. Never throws. */
export function parsePlace(hash: string): Place | { readonly problem: string } {
  const text = hash.replace(/^#/, '');
  if (text.length > longestHash) return { problem: tooLong };
  const [, view = viewIds[0], rest = '', search = ''] =
    /^\/?(?:([a-z-]{1,20})((?:\/[^?]*)?))?(?:\?(.*))?$/su.exec(text) ?? [undefined, ''];
  if (!isView(view)) return { problem: noView };
  const path = decodedSteps(rest);
  return path
    ? { view, path, params: Object.fromEntries(new URLSearchParams(search)) }
    : { problem: unreadable };
}

/** The hash for a place, with its `#`. */
export function formatPlace({ view, path, params }: Place): string {
  const search = new URLSearchParams(params);
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
