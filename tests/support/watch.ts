import type { BrowserContext } from '@playwright/test';

/** Faults in a context, none of which may be ignored. A test that causes a fault on purpose removes it. */
export interface Watch {
  /** Requested addresses outside the served origin. */
  readonly left: string[];
  /** Console errors, uncaught exceptions and rejections. */
  readonly faults: string[];
}

const withinThePage = new Set(['blob:', 'data:', 'about:']);

/** Watches every page and worker of the context, from now on. */
export function watch(context: BrowserContext, origin: string): Watch {
  const seen: Watch = { left: [], faults: [] };
  const look = (address: string) => {
    const url = new URL(address);
    if (!withinThePage.has(url.protocol) && url.origin !== origin) seen.left.push(address);
  };
  context.on('request', (request) => {
    look(request.url());
  });
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      seen.left.push(socket.url());
    });
  });
  context.on('console', (message) => {
    if (message.type() === 'error')
      seen.faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => {
    const { stack, message } = error.error();
    seen.faults.push(`uncaught: ${stack ?? message}`);
  });
  return seen;
}
