/** What the page and the sandbox's frame say to each other, by a port that the page hands over. */

/** `start` comes with the program's port. */
export type ToFrame =
  | { readonly start: number; readonly program: string }
  | { readonly end: number }
  | { readonly ask: 'alive' };

/** `origin` comes once, when the frame listens: "null" for an opaque one. */
export type FromFrame =
  | { readonly origin: string }
  | { readonly alive: true }
  | { readonly lost: number; readonly why: string };
