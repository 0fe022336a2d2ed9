/**
 * One App, one webhook and one user, with arbitrary acts on them. After every act each event is in exactly one of its
 * three states, no event appeared or disappeared without a cause, and each state follows from the previous one.
 */
import assert from 'node:assert/strict';
import { createPlatform } from '../../engine/index.ts';
import type { HttpRequest, Platform, SendResult, Snapshot } from '../../engine/index.ts';
import { openLegs } from '../../testing/legs.ts';
import { caller } from '../../testing/platform.ts';
import type { OAuthCredentials } from '../../engine/index.ts';
import { must } from '../../testing/portal.ts';
import { answered, failure, honest } from '../../testing/receivers.ts';
import { courier, Inbox, people } from './activity.ts';
import { never } from './outbox-life.ts';

export type EventAct =
  | { readonly kind: 'answer'; readonly how: 'at once' | 'late' | 'with 503' | 'never' }
  | { readonly kind: 'challenge'; readonly isRight: boolean }
  | { readonly kind: 'jump'; readonly ms: number }
  | {
      readonly kind:
        | ('cause' | 'redeliver' | 'duplicate' | 'replay' | 'drop' | 'validate' | 'suspend' | 'restore')
        | ('subscribe' | 'authorize' | 'revoke' | 'unsubscribe' | 'remove' | 'kill');
      /** The index among the existing events. */
      readonly which: number;
    };

interface EventRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly state: 'waiting' | 'acknowledged' | 'set_aside';
  readonly tries: readonly unknown[];
}

interface OutboxRow {
  readonly id: string;
  readonly effect: string;
  readonly key: string;
  readonly due: number | null;
  readonly data: { readonly event: string; readonly cause: string };
}

const { mira, jonas } = people;
const url = 'https://hooks.courier.example/events';
const path = (webhook: string) => `/2/account_activity/webhooks/${webhook}/subscriptions`;
const readsAll = 'post.read users.read like.read follows.read mute.read block.read dm.read';
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

export class EventLife {
  /** Events that were caused. */
  caused = 0;
  #platform!: Platform;
  #as!: ReturnType<typeof caller>;
  /** Counts up with each process; calls of an earlier process do not arrive. */
  #process = 0;
  #webhook: string | null;
  #token: OAuthCredentials | null = null;
  #isSubscribed = true;
  #isBlocked = false;
  #how: (EventAct & { kind: 'answer' })['how'] = 'at once';
  #isRight = true;
  #before = new Map<string, EventRow>();
  readonly #acknowledged = new Set<string>();

  /** The user authorised by OAuth 2.0, and the App has no refresh token: its access ends after two hours. */
  static async begin(): Promise<EventLife> {
    return new EventLife(await beginning());
  }

  private constructor(private readonly first: Beginning) {
    this.#webhook = first.webhook;
    this.#open(first.snapshot);
  }

  async do(act: EventAct): Promise<void> {
    const change = await this.#act(act);
    this.#check(act, change);
    for (let at = 0; at < 3; at++) {
      await turn();
      this.#check(act);
    }
  }

  /** With a healthy receiver and an App that may deliver, nothing waits in the end. */
  async end(): Promise<void> {
    for (const act of ['restore', 'validate'] as const) {
      await this.do({ kind: 'challenge', isRight: true });
      await this.do({ kind: 'answer', how: 'at once' });
      await this.do({ kind: act, which: 0 });
    }
    await this.do({ kind: 'jump', ms: 3_600_000 });
    const waiting = this.#events().filter(({ state }) => state === 'waiting');
    assert.deepEqual(waiting, [], 'nothing waits for ever');
  }

  /** Returns how many events it causes, and how many it ends. */
  async #act(act: EventAct): Promise<{ came: number; went: number }> {
    const webhook = this.#webhook ?? '1';
    const isHeard = () => this.#isSubscribed && this.#hasAccess();
    const nothing = { came: 0, went: 0 };
    switch (act.kind) {
      case 'answer':
        this.#how = act.how;
        return nothing;
      case 'challenge':
        this.#isRight = act.isRight;
        return nothing;
      case 'cause': {
        this.#isBlocked = !this.#isBlocked;
        const came = isHeard() ? 1 : 0;
        must(await this.#platform.do('users.setBlocked', mira, jonas, this.#isBlocked));
        return { came, went: 0 };
      }
      case 'jump': {
        await this.#platform.clock.advance(act.ms);
        return { came: this.#endSubscription(), went: 0 };
      }
      case 'kill':
        this.#open(this.#platform.snapshot());
        return nothing;
      case 'validate':
        await this.#validate();
        return nothing;
      case 'suspend':
      case 'restore':
        must(await this.#platform.do('portal.setSuspended', this.first.appId, act.kind === 'suspend'));
        return nothing;
      case 'authorize': {
        const allowed = await this.#platform.do('portal.allow', this.first.appId, mira);
        // Refused while the App is suspended.
        if (allowed.ok && allowed.made.kind === 'oauth1')
          this.#token = { ...allowed.made, ...this.first.keys };
        return nothing;
      }
      case 'revoke': {
        if (!this.#token) return nothing;
        const answer = await this.#as.signing(this.#token).post('/1.1/oauth/invalidate_token');
        if (answer.status !== 200) return nothing; // the App is suspended
        this.#token = null;
        return { came: this.#endSubscription(), went: 0 };
      }
      case 'subscribe': {
        if (!this.#token) await this.#authorize();
        if (!this.#token) return nothing;
        const answer = await this.#as.signing(this.#token).post(`${path(webhook)}/all`);
        if (answer.status === 200) this.#isSubscribed = true;
        return nothing;
      }
      case 'unsubscribe': {
        const answer = await this.#as.bearer(courier).delete(`${path(webhook)}/${mira}/all`);
        if (answer.status === 200) this.#isSubscribed = false;
        return nothing;
      }
      case 'remove': {
        const answer = await this.#as.bearer(courier).delete(`/2/webhooks/${webhook}`);
        if (answer.status !== 200) return nothing;
        const went = this.#before.size;
        this.#isSubscribed = false;
        this.#webhook = null;
        return { came: 0, went };
      }
      default:
        return this.#order(act.kind, act.which);
    }
  }

  /** Refused while the App is suspended. */
  async #authorize(): Promise<void> {
    const allowed = await this.#platform.do('portal.allow', this.first.appId, mira);
    if (allowed.ok && allowed.made.kind === 'oauth1') this.#token = { ...allowed.made, ...this.first.keys };
  }

  /** Sends the receiver a challenge; if the webhook was removed, for a new one. */
  async #validate(): Promise<void> {
    const app = this.#as.bearer(courier);
    if (this.#webhook !== null)
      return void (await app.send({ method: 'PUT', path: `/2/webhooks/${this.#webhook}` }));
    const { status, json } = await app.post('/2/webhooks', { url });
    if (status === 200) this.#webhook = String(json['id']);
  }

  async #order(
    kind: 'redeliver' | 'duplicate' | 'replay' | 'drop',
    which: number,
  ): Promise<{ came: number; went: number }> {
    const events = this.#events();
    const event = events[which % Math.max(1, events.length)];
    if (!event) return { came: 0, went: 0 };
    if (kind === 'replay') {
      const until = this.#platform.clock.now() + 1;
      await this.#platform.do('deliveries.replay', event.webhook_id, until - 86_400_000, until);
      return { came: 0, went: 0 };
    }
    const ordered = await this.#platform.do(`deliveries.${kind}`, event.id);
    return { came: 0, went: kind === 'drop' && ordered.ok ? 1 : 0 };
  }

  #hasAccess(): boolean {
    return this.#token !== null || this.#platform.clock.now() < this.first.accessUntil;
  }

  /** Returns the number of events with this cause. */
  #endSubscription(): number {
    if (!this.#isSubscribed || this.#hasAccess()) return 0;
    this.#isSubscribed = false;
    return 1;
  }

  /** A new process, with the data that the previous one stored. */
  #open(snapshot: Snapshot): void {
    const process = ++this.#process;
    const { credentials } = this.first;
    this.#platform = createPlatform({
      snapshot,
      send: async (request) => {
        if (process !== this.#process) return never();
        const result = await this.#answer(request);
        return process === this.#process ? result : never();
      },
    });
    this.#as = caller(this.#platform, credentials);
  }

  async #answer(request: HttpRequest): Promise<SendResult> {
    const { inbox, secret } = this.first;
    if (request.method === 'GET') return this.#isRight ? honest(secret)(request) : answered({});
    const how = this.#how;
    if (how === 'late') for (let at = 0; at < 7; at++) await turn();
    await inbox.take(request);
    if (how === 'never') return failure('timeout');
    if (how === 'with 503') return answered({}, 503);
    this.#acknowledged.add(inbox.got.at(-1)!.event_id);
    return answered({});
  }

  #events(): EventRow[] {
    return this.#platform.snapshot().tables['activity_events'] as unknown as EventRow[];
  }

  #check(act: EventAct, change = { came: 0, went: 0 }): void {
    const { tables } = this.#platform.snapshot();
    const events = tables['activity_events'] as unknown as EventRow[];
    const outbox = (tables['outbox'] as unknown as OutboxRow[]).filter(
      ({ effect }) => effect === 'activityDelivery',
    );
    const said = JSON.stringify(act);
    const came = events.filter(({ id }) => !this.#before.has(id));
    const kept = new Set(events.map(({ id }) => id));
    const went = [...this.#before.keys()].filter((id) => !kept.has(id));
    assert.deepEqual({ came: came.length, went: went.length }, change, `${said}: events that came and went`);
    this.caused += came.length;
    for (const event of events) this.#checkEvent(event, outbox, said);
    for (const { data } of outbox) assert.ok(kept.has(data.event), `${said}: a delivery of no event`);
    const dues = outbox.map(({ due }) => due !== null);
    assert.deepEqual(
      dues,
      dues.map((_, at) => at === 0),
      `${said}: the first delivery has a due time, and no other`,
    );
    this.#before = new Map(events.map((event) => [event.id, event]));
  }

  #checkEvent({ id, state, webhook_id }: EventRow, outbox: readonly OutboxRow[], said: string): void {
    assert.equal(webhook_id, this.#webhook, `${said}: the webhook of ${id}`);
    const deliveries = outbox.filter(({ data }) => data.event === id);
    if (state === 'waiting') assert.equal(deliveries.length, 1, `${said}: ${id} waits for one delivery`);
    if (state === 'set_aside') assert.equal(deliveries.length, 0, `${said}: ${id} is set aside`);
    if (state === 'acknowledged') assert.ok(this.#acknowledged.has(id), `${said}: ${id} was acknowledged`);
    const before = this.#before.get(id)?.state;
    if (before === 'acknowledged') assert.equal(state, 'acknowledged', `${said}: ${id} stays acknowledged`);
  }
}

interface Beginning {
  readonly snapshot: Snapshot;
  readonly credentials: Platform['initialCredentials'];
  readonly appId: string;
  readonly keys: Pick<OAuthCredentials, 'consumer_key' | 'consumer_secret'>;
  readonly secret: string;
  readonly webhook: string;
  /** Epoch ms. */
  readonly accessUntil: number;
  readonly inbox: Inbox;
}

async function beginning(): Promise<Beginning> {
  const { platform, as, keys, pkce } = await openLegs(courier, {
    send: (request) => Promise.resolve(honest(secret())(request)),
  });
  const secret = () => keys.consumer_secret;
  const { appId } = as.credential('app', courier);
  must(await platform.do('portal.updateApp', appId, { permission: 'read-write-directmessages' }));
  await as.user('mira_holm', courier).post('/1.1/oauth/invalidate_token');
  const { json } = await as.bearer(courier).post('/2/webhooks', { url });
  const webhook = String(json['id']);
  const { access_token, expires_in } = await pkce(readsAll, 'mira_holm');
  const subscribed = await as.withBearer(access_token).post(`${path(webhook)}/all`);
  assert.equal(subscribed.status, 200, subscribed.text);
  return {
    ...{ snapshot: platform.snapshot(), credentials: platform.initialCredentials },
    ...{ appId, keys, secret: secret(), webhook },
    accessUntil: platform.clock.now() + expires_in * 1000,
    inbox: new Inbox(secret()),
  };
}
