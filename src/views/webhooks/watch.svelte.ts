import type { AppWebhooks, ReceiverView, Webhook, WebhooksReport } from '../../../worker/api.ts';
import type { PageSession } from '../../state/session.svelte.ts';

/** How often the platform is asked at most, in ms: each tab's calls are heard of one by one. */
const pause = 100;

/** What can be watched of webhooks and receivers, kept while the page is open. */
export class WebhookWatch {
  readonly #session: PageSession;
  report = $state.raw<WebhooksReport | null>(null);
  receivers = $state.raw<readonly ReceiverView[]>([]);
  /** Counts up with every answer: what else is read of them is read again. */
  looked = $state(0);
  /** Why there is nothing to see, as a sentence. */
  failure = $state<string | null>(null);
  #asking = false;
  #again = false;

  constructor(session: PageSession) {
    this.#session = session;
  }

  /** Those of the App in use; null until they are known. */
  get ofApp(): AppWebhooks | null {
    return this.report?.apps.find(({ appId }) => appId === this.#session.app?.id) ?? null;
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
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = this.#session.playground.subscribe(({ type }) => {
      if (type === 'storage') return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void this.look();
      }, pause);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }

  /** One question at a time; what happens meanwhile is asked for after it. */
  async look(): Promise<void> {
    if (this.#asking) return void (this.#again = true);
    this.#asking = true;
    this.#again = false;
    const { playground } = this.#session;
    try {
      [this.report, this.receivers] = await Promise.all([playground.webhooks(), playground.receivers()]);
      this.looked++;
      this.failure = null;
    } catch (cause) {
      this.failure = cause instanceof Error ? cause.message : String(cause);
    }
    this.#asking = false;
    if (this.#isAskedAgain()) await this.look();
  }

  /** Somebody may have asked while the answer was awaited. */
  #isAskedAgain(): boolean {
    return this.#again;
  }
}
