import type {
  AppWebhooks,
  Playground,
  PlaygroundEvent,
  ReceiverCall,
  ReceiverView,
  Webhook,
  WebhooksReport,
} from '../../../worker/api.ts';
import { Live } from '../../state/live.svelte.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import { attemptIn } from './attempts.ts';
import type { Attempt } from './attempts.ts';
import { Dismissed } from './dismissed.svelte.ts';

/** The shortest time between questions to the platform, in ms: every call of every tab causes an event. */
const pause = 100;
/** The same for the last calls of receivers, which take longer to read. */
const longPause = 500;

const onReceivers = ({ type }: PlaygroundEvent): boolean => type === 'receivers';

/** The data of webhooks and receivers that changes, kept while the page is open. */
export class WebhookWatch {
  readonly #session: PageSession;
  readonly #webhooks: Live<WebhooksReport>;
  /** They include their code, so they are read only after one has changed. */
  readonly #receivers: Live<readonly ReceiverView[]>;
  readonly #attempts: Live<readonly Attempt[]>;
  readonly #dismissed = new Dismissed();
  readonly #asked: Live<ReadonlyMap<string, ReceiverCall>>;

  constructor(session: PageSession) {
    this.#session = session;
    const { playground } = session;
    this.#webhooks = new Live(session, () => playground.ask('webhooks.report'), {
      when: ({ type }) => type !== 'storage',
      pause,
    });
    this.#receivers = new Live(session, () => playground.ask('receivers.list'), { when: onReceivers, pause });
    this.#attempts = new Live(session, () => attemptsIn(playground), {
      when: (event) => event.type === 'exchange' && event.endpointId === 'registerWebhook',
    });
    this.#asked = new Live(session, () => lastCalls(playground), { when: onReceivers, pause: longPause });
  }

  get report(): WebhooksReport | null {
    return this.#webhooks.value;
  }

  get receivers(): readonly ReceiverView[] {
    return this.#receivers.value ?? [];
  }

  /** The last call of each receiver, if it is still remembered. */
  get asked(): ReadonlyMap<string, ReceiverCall> {
    return this.#asked.value ?? new Map<string, ReceiverCall>();
  }

  /** Whether both webhooks and receivers are known. */
  get isKnown(): boolean {
    return this.#webhooks.value !== null && this.#receivers.value !== null;
  }

  /** Why there is nothing to show, as a sentence. */
  get failure(): string | null {
    return this.#webhooks.failure ?? this.#receivers.failure;
  }

  /** The webhooks of the App in use; null until they are known. */
  get ofApp(): AppWebhooks | null {
    return this.report?.apps.find(({ appId }) => appId === this.#session.app?.id) ?? null;
  }

  /**
   * The last refused registration of the App in use, unless a later one succeeded or it was dismissed; null for none.
   */
  get refused(): Attempt | null {
    const last = this.#attempts.value?.findLast(({ appId }) => appId === this.#session.app?.id);
    return last && last.status !== 200 && !this.#dismissed.has(last) ? last : null;
  }

  /** Hides a refused registration. */
  dismiss(attempt: Attempt): void {
    this.#dismissed.add(attempt);
  }

  /** The webhook with this id, of any App. */
  webhook(id: string): (Webhook & { readonly appId: string }) | null {
    for (const { appId, webhooks } of this.report?.apps ?? []) {
      const found = webhooks.find((each) => each.id === id);
      if (found) return { ...found, appId };
    }
    return null;
  }

  /** Follows all of it. Returns a function that stops it. */
  follow(): () => void {
    const followed = [this.#webhooks, this.#receivers, this.#attempts, this.#asked];
    const stops = followed.map((each) => each.follow());
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Reads webhooks and receivers now. */
  async look(): Promise<void> {
    await Promise.all([this.#webhooks.look(), this.#receivers.look()]);
  }
}

/** Calls that register a webhook, of every App, the newest last, if the log still has them. */
const attemptsIn = async (playground: Playground): Promise<readonly Attempt[]> =>
  (await playground.exchanges(['registerWebhook'])).flatMap((each) => attemptIn(each) ?? []);

async function lastCalls(playground: Playground): Promise<ReadonlyMap<string, ReceiverCall>> {
  const last = new Map<string, ReceiverCall>();
  for (const { host } of await playground.ask('receivers.list')) {
    const call = (await playground.receiverLog(host)).findLast(({ outcome }) => outcome !== null);
    if (call) last.set(host, call);
  }
  return last;
}
