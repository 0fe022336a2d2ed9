import { ofPerson } from '../parts/storage.ts';
import { reload, updated } from '../parts/release.ts';
import type { Notices } from '../state/notices.svelte.ts';
import { cachesOf, channelOf } from './protocol.ts';
import type { CopyState, FromServiceWorker, ToServiceWorker } from './protocol.ts';
import { declined, register } from './register.ts';

const folder = new URL('.', document.baseURI).pathname;

/** The release that was offered last: each is offered once, and then waits in the status line. */
const offered = ofPerson(`offered release ${folder}`);

/** The state of the offline copy in this tab. The copy belongs to the site, so a reset of the world keeps it. */
class OfflineCopy {
  /** null while it is unknown, or if there is none. */
  state = $state.raw<CopyState | null>(null);
  /** Why there is no copy, or only a part of it; words that end a sentence. */
  failed = $state<string | null>(null);
  isRemoved = $state(false);
  isOnline = $state(navigator.onLine);
  /** In Firefox a service worker does not control the worker of a page that was opened before it. */
  readonly needsReload =
    'serviceWorker' in navigator &&
    navigator.serviceWorker.controller === null &&
    CSS.supports('-moz-appearance', 'none');
  /** A release that waits to be activated. */
  newer = $state.raw<ServiceWorker | null>(null);
  #isAsked = false;
  #isFollowed = false;
  #notices: Notices | null = null;
  /** null if storage is denied. */
  #channel: BroadcastChannel | null = null;

  /** `registration`: a string says why there is none. */
  follow(registration: ServiceWorkerRegistration | string, notices: Notices): void {
    this.#notices = notices;
    const look = () => (this.isOnline = navigator.onLine);
    addEventListener('online', look);
    addEventListener('offline', look);
    if (typeof registration !== 'string') this.#followAt(registration);
    else if (declined.read() !== null) this.isRemoved = true;
    else this.failed = isSecureContext ? 'The browser does not allow it here.' : 'It needs an https address.';
  }

  /** Activates the waiting release; this page reloads. */
  load = (): void => {
    this.#isAsked = true;
    if (this.newer) say(this.newer, 'over');
  };

  /** Removes the copy. Nothing is kept until a person asks for it. */
  remove = async (): Promise<void> => {
    declined.write('1');
    for (const name of await caches.keys()) if (name.startsWith(cachesOf(folder))) await caches.delete(name);
    await (await navigator.serviceWorker.getRegistration())?.unregister();
    this.#channel?.postMessage('removed' satisfies FromServiceWorker);
    this.#hear('removed');
  };

  keep = async (): Promise<void> => {
    declined.write(null);
    this.isRemoved = false;
    try {
      const registration = await register();
      if (registration && !this.#isFollowed) return this.#followAt(registration);
      const { active } = await navigator.serviceWorker.ready;
      if (active) say(active, 'keep');
    } catch (error) {
      this.failed = String(error);
    }
  };

  #listen(): void {
    this.#channel ??= new BroadcastChannel(channelOf(folder));
    this.#channel.onmessage = ({ data }: MessageEvent<FromServiceWorker>) => this.#hear(data);
  }

  #hear(told: FromServiceWorker): void {
    if (told === 'removed') {
      this.state = this.newer = this.failed = null;
      this.isRemoved = true;
    } else if ('failed' in told) {
      this.failed = told.failed;
    } else if (!this.state?.since || this.state.version === told.version) {
      this.isRemoved = false;
      this.failed = null;
      this.state = told;
    }
  }

  #followAt(registration: ServiceWorkerRegistration): void {
    this.#isFollowed = true;
    this.#listen();
    // Not in index.html: browsers fetch what it names, and the first load has no room for it.
    const manifest = document.createElement('link');
    manifest.rel = 'manifest';
    manifest.href = 'manifest.webmanifest';
    document.head.append(manifest);

    const { serviceWorker } = navigator;
    let isControlled = serviceWorker.controller !== null;

    const look = () => {
      if (registration.waiting && isControlled) void this.#offer(registration.waiting);
    };
    const watch = () => registration.installing?.addEventListener('statechange', look);
    serviceWorker.addEventListener('controllerchange', () => {
      if (this.#isAsked) reload();
      else if (isControlled) this.#notices?.say(updated, { label: 'Reload', run: reload });
      isControlled = true;
    });
    registration.addEventListener('updatefound', watch);
    watch();
    look();
    void serviceWorker.ready.then(async ({ active, installing, waiting }) => {
      if (!active) return;
      this.state = await stateOf(active);
      // The server may no longer have files of an older release.
      if (!installing && !waiting) say(active, 'keep');
    });
  }

  async #offer(newer: ServiceWorker): Promise<void> {
    this.newer = newer;
    const { version } = await stateOf(newer);
    if (offered.read() === version || document.visibilityState === 'hidden') return;
    offered.write(version);
    this.#notices?.say(
      'A new release of this site is ready. It opens once every tab of the playground is closed, or now. Everything saved in this browser is kept.',
      { label: 'Load it now', run: this.load },
    );
  }
}

export const offlineCopy = new OfflineCopy();

const say = (worker: ServiceWorker, what: ToServiceWorker): void => worker.postMessage(what);

function stateOf(worker: ServiceWorker): Promise<CopyState> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<CopyState>) => resolve(data);
    worker.postMessage('state' satisfies ToServiceWorker, [port2]);
  });
}
