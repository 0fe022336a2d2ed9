import { startOwn } from '../worker/api.ts';

/**
 * Whether this document shows the person's own world: a framed page never opens it (docs/embed.md), and neither does
 * the page of a local server (docs/server.md).
 */
export const isOwn = self === top && !document.querySelector('.embed,.served');

// The first file of the page has little more than this: the engine starts while the others arrive.
if (isOwn) startOwn();
