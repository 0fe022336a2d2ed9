/** Messages between the page and the sandbox's frame, over a port that the page passes. */

/** `start` comes with the program's port. */
export type ToFrame =
  | { readonly start: number; readonly program: string }
  | { readonly end: number }
  | { readonly ask: 'alive' };

/** `origin` is sent once, when the frame is ready: "null" for an opaque one. */
export type FromFrame =
  | { readonly origin: string }
  | { readonly alive: true }
  | { readonly lost: number; readonly why: string };
