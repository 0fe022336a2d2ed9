import { ofPlayground } from '../parts/storage.ts';
import { reload, updated } from '../parts/release.ts';
import type { PageSession } from '../state/session.svelte.ts';
import type { CopyState, ToServiceWorker } from './protocol.ts';

/** The release that was offered last: each is offered once, and then waits. */
const offered = ofPlayground('offered-release');

/** Follows the offline copy: a new release is offered, and what is large comes when the network is idle. */
export function follow(registration: ServiceWorkerRegistration, { notices }: PageSession): void {
  const { serviceWorker } = navigator;
  let isControlled = serviceWorker.controller !== null;
  let isAsked = false;

  const load = (newer: ServiceWorker) => () => {
    isAsked = true;
    say(newer, 'over');
  };
  async function offer(newer: ServiceWorker): Promise<void> {
    const { version } = await stateOf(newer);
    if (offered.read() === version) return;
    offered.write(version);
    notices.say(
      'A new release of this site is ready. It opens when no tab of the playground is left, or now. Everything saved in this browser is kept.',
      { label: 'Load it now', run: load(newer) },
    );
  }
  const look = () => {
    if (registration.waiting && isControlled) void offer(registration.waiting);
  };
  const watch = () => registration.installing?.addEventListener('statechange', look);

  serviceWorker.addEventListener('controllerchange', () => {
    if (isAsked) reload();
    else if (isControlled) notices.say(updated, { label: 'Reload', run: reload });
    isControlled = true;
  });
  registration.addEventListener('updatefound', watch);
  watch();
  look();
  void serviceWorker.ready.then(({ active, installing, waiting }) => {
    // Of an older release the server may have nothing any more.
    if (active && !installing && !waiting) say(active, 'rest');
  });
}

const say = (worker: ServiceWorker, what: ToServiceWorker): void => worker.postMessage(what);

function stateOf(worker: ServiceWorker): Promise<CopyState> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<CopyState>) => resolve(data);
    worker.postMessage('state' satisfies ToServiceWorker, [port2]);
  });
}
