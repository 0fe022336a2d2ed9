import { SvelteMap } from 'svelte/reactivity';
import type {
  AppWebhooks,
  ReceiverCall,
  ReceiverView,
  Webhook,
  WebhooksReport,
} from '../../../worker/api.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import { attemptIn } from './attempts.ts';
import type { Attempt } from './attempts.ts';

/** How often the platform is asked at most, in ms: each tab's calls are heard of one by one. */
const pause = 100;
/** The same of what the receivers did last, which is more to read. */
const longPause = 500;

/** What can be watched of webhooks and receivers, kept while the page is open. */
export class WebhookWatch {
  readonly #session: PageSession;
  report = $state.raw<WebhooksReport | null>(null);
  receivers = $state.raw<readonly ReceiverView[]>([]);
  /** What each receiver was asked last, as far as it is remembered. */
  readonly asked = new SvelteMap<string, ReceiverCall>();
  /** Calls that register a webhook, of every App, the newest last, as far as the log has them. */
  attempts = $state.raw<readonly Attempt[]>([]);
  /** Counts up with every answer: what else is read of them is read again. */
  looked = $state(0);
  /** Why there is nothing to see, as a sentence. */
  failure = $state<string | null>(null);
  /** Receivers come with their code: they are asked for when one has changed, and by who has changed one. */
  #areKnown = false;
  #asking = false;
  #again = false;

  constructor(session: PageSession) {
    this.#session = session;
  }

  /** Those of the App in use; null until they are known. */
  get ofApp(): AppWebhooks | null {
    return this.report?.apps.find(({ appId }) => appId === this.#session.app?.id) ?? null;
  }

  /** What the App in use tried last and did not get, unless it has got it since; null for nothing. */
  get refused(): Attempt | null {
    const last = this.attempts.findLast(({ appId }) => appId === this.#session.app?.id);
    return last && last.status !== 200 ? last : null;
  }

  /** The webhook of this id, of whichever App. */
  webhook(id: string): (Webhook & { readonly appId: string }) | null {
    for (const { appId, webhooks } of this.report?.apps ?? []) {
      const found = webhooks.find((each) => each.id === id);
      if (found) return { ...found, appId };
    }
    return null;
  }

  /** Looks now, and whenever something happened that could change them. Returns the way to stop. */
  follow(): () => void {
    void this.look();
    void this.lookAtAttempts();
    void this.#lookAtReceivers();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let slow: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = this.#session.playground.subscribe((event) => {
      if (event.type === 'storage') return;
      if (event.type === 'receivers' || event.type === 'restarted') this.#areKnown = false;
      timer ??= setTimeout(() => {
        timer = undefined;
        void this.#look();
      }, pause);
      if (event.type === 'exchange' && event.endpointId === 'registerWebhook') void this.lookAtAttempts();
      if (event.type === 'receivers')
        slow ??= setTimeout(() => {
          slow = undefined;
          void this.#lookAtReceivers();
        }, longPause);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
      clearTimeout(slow);
    };
  }

  async lookAtAttempts(): Promise<void> {
    try {
      const log = await this.#session.playground.exchanges();
      this.attempts = log.flatMap((each) => attemptIn(each) ?? []);
    } catch {
      // The next one is heard of.
    }
  }

  async #lookAtReceivers(): Promise<void> {
    const { playground } = this.#session;
    try {
      for (const { host } of await playground.ask('receivers.list')) {
        const last = (await playground.receiverLog(host)).findLast(({ outcome }) => outcome !== null);
        if (last) this.asked.set(host, last);
        else this.asked.delete(host);
      }
    } catch {
      // The next one is heard of.
    }
  }

  /** Looks at all of it now. */
  look(): Promise<void> {
    this.#areKnown = false;
    return this.#look();
  }

  /** One question at a time; what happens meanwhile is asked for after it. */
  async #look(): Promise<void> {
    if (this.#asking) return void (this.#again = true);
    this.#asking = true;
    this.#again = false;
    const { playground } = this.#session;
    try {
      const areKnown = this.#areKnown;
      this.#areKnown = true;
      [this.report, this.receivers] = await Promise.all([
        playground.ask('webhooks.report'),
        areKnown ? this.receivers : playground.ask('receivers.list'),
      ]);
      this.looked++;
      this.failure = null;
    } catch (cause) {
      this.#areKnown = false;
      this.failure = cause instanceof Error ? cause.message : String(cause);
    }
    this.#asking = false;
    if (this.#isAskedAgain()) await this.#look();
  }

  /** Somebody may have asked while the answer was awaited. */
  #isAskedAgain(): boolean {
    return this.#again;
  }
}
