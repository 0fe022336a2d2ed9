import { loadSignature } from '../../../../worker/api.ts';
import type { ActivityReport, EventState, ReportedEvent } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { Signature } from './verified.ts';

/** What is seen of one webhook's subscriptions and events: a page of them, and the one that is opened. */
export class ActivityWatch {
  readonly #session: PageSession;
  webhookId = $state<string | null>(null);
  /** null until it is known, and for an unknown webhook. */
  report = $state.raw<ActivityReport | null>(null);
  filter = $state<EventState | null>(null);
  /** Where each page after the newest began that was gone through to get to the one that is shown. */
  pages = $state.raw<readonly string[]>([]);
  openedId = $state<string | null>(null);
  /** null where it is not kept any more, or not known yet: `openedKnown` says which. */
  opened = $state.raw<ReportedEvent | null>(null);
  openedKnown = $state(false);
  /** How deliveries are signed: there as soon as a delivery is. */
  signature = $state.raw<Signature | null>(null);
  failure = $state<string | null>(null);
  #key = '';
  #serial = 0;

  constructor(session: PageSession) {
    this.#session = session;
  }

  of(webhookId: string | null): void {
    if (this.webhookId === webhookId) return;
    this.webhookId = webhookId;
    this.report = null;
    this.choose(null);
    this.open(null);
  }

  choose(filter: EventState | null): void {
    this.filter = filter;
    this.pages = [];
  }

  open(id: string | null): void {
    if (this.openedId === id) return;
    this.openedId = id;
    this.opened = this.report?.events.find((event) => event.id === id) ?? null;
    this.openedKnown = this.opened !== null;
  }

  older(): void {
    const next = this.report?.next;
    if (next) this.pages = [...this.pages, next];
  }

  newest(): void {
    this.pages = [];
  }

  /** Asks for what is shown. `looked` tells one moment from another: who asks twice in one gets the same answer. */
  async look(looked: number): Promise<void> {
    const { webhookId, openedId, filter } = this;
    const after = this.pages.at(-1);
    const key = [webhookId, openedId, filter, after, looked].join();
    if (webhookId === null || key === this.#key) return;
    this.#key = key;
    const serial = ++this.#serial;
    const { playground } = this.#session;
    try {
      const page = { ...(filter && { state: filter }), ...(after !== undefined && { after }) };
      const [report, signature] = await Promise.all([
        playground.ask('activity.report', webhookId, page),
        loadSignature(),
      ]);
      const opened = openedId === null ? null : await this.#find(webhookId, openedId, report);
      if (serial !== this.#serial) return;
      this.signature = signature;
      this.report = report;
      this.opened = opened;
      this.openedKnown = true;
      this.failure = null;
    } catch (cause) {
      this.failure = cause instanceof Error ? cause.message : String(cause);
    }
  }

  /** A page begins behind its `after`: behind the id that follows, the first is the one that is looked for. */
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
