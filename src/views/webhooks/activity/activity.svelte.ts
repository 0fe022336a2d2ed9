import { loadSignature } from '../../../../worker/api.ts';
import type { ActivityReport, EventState, ReportedEvent } from '../../../../worker/api.ts';
import { Live } from '../../../state/live.svelte.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { Signature } from './verified.ts';

interface Seen {
  readonly webhookId: string;
  /** null for an unknown webhook. */
  readonly report: ActivityReport | null;
  readonly openedId: string | null;
  /** null if it is no longer kept. */
  readonly opened: ReportedEvent | null;
  readonly signature: Signature;
}

/** The subscriptions and events of one webhook: a page of them, and the opened event. */
export class ActivityWatch {
  readonly #session: PageSession;
  readonly #live: Live<Seen | null>;
  webhookId = $state<string | null>(null);
  filter = $state<EventState | null>(null);
  /** The starts of the pages between the newest and the shown one. */
  pages = $state.raw<readonly string[]>([]);
  /** Whether an account to subscribe is being chosen in the list. */
  isChoosing = $state(false);
  #openedId = $state<string | null>(null);

  constructor(session: PageSession) {
    this.#session = session;
    this.#live = new Live(session, () => this.#ask(), { when: ({ type }) => type !== 'storage', pause: 100 });
  }

  /** null until it is known, and for an unknown webhook. */
  get report(): ActivityReport | null {
    const { value } = this.#live;
    return value?.webhookId === this.webhookId ? value.report : null;
  }

  /** The opened event; null if it is no longer kept or not known yet: `openedKnown` tells which. */
  get opened(): ReportedEvent | null {
    const { value } = this.#live;
    if (value && value.openedId === this.#openedId) return value.opened;
    return this.report?.events.find(({ id }) => id === this.#openedId) ?? null;
  }

  get openedKnown(): boolean {
    return this.#live.value?.openedId === this.#openedId || this.opened !== null;
  }

  /** How deliveries are signed; loaded with the first delivery. */
  get signature(): Signature | null {
    return this.#live.value?.signature ?? null;
  }

  get failure(): string | null {
    return this.#live.failure;
  }

  /** Asks for what is shown, and again when that changes. Returns a function that stops it. */
  follow(): () => void {
    return this.#live.follow();
  }

  of(webhookId: string | null): void {
    if (this.webhookId === webhookId) return;
    this.webhookId = webhookId;
    this.choose(null);
    this.open(null);
  }

  choose(filter: EventState | null): void {
    this.filter = filter;
    this.pages = [];
  }

  open(id: string | null): void {
    this.#openedId = id;
  }

  older(): void {
    const next = this.report?.next;
    if (next) this.pages = [...this.pages, next];
  }

  newest(): void {
    this.pages = [];
  }

  async #ask(): Promise<Seen | null> {
    const { webhookId, filter } = this;
    const openedId = this.#openedId;
    const after = this.pages.at(-1);
    if (webhookId === null) return null;
    const page = { ...(filter && { state: filter }), ...(after !== undefined && { after }) };
    const [report, signature] = await Promise.all([
      this.#session.playground.ask('activity.report', webhookId, page),
      loadSignature(),
    ]);
    const opened = openedId === null ? null : await this.#find(webhookId, openedId, report);
    return { webhookId, report, openedId, opened, signature };
  }

  /** A page begins after its `after`: after the id that follows the wanted one, the wanted one is first. */
  async #find(webhookId: string, id: string, report: ActivityReport | null): Promise<ReportedEvent | null> {
    const isIt = (event: ReportedEvent): boolean => event.id === id;
    const shown = report?.events.find(isIt);
    if (shown) return shown;
    const page = await this.#session.playground.ask('activity.report', webhookId, {
      after: String(BigInt(id) + 1n),
    });
    return page?.events.find(isIt) ?? null;
  }
}
