/** A platform with a webhook and its subscription; the receiver keeps what it was sent. */
import { createHmac } from 'node:crypto';
import { header, text } from '../../engine/index.ts';
import type { ActivityReport, HttpRequest, PlatformOptions, SendResult } from '../../engine/inside.ts';
import { start } from '../../testing/platform.ts';
import type { caller, Client } from '../../testing/platform.ts';
import { must } from '../../testing/portal.ts';
import { answered, honest, Receivers } from '../../testing/receivers.ts';

type As = ReturnType<typeof caller>;

/** An event as its receiver reads it. */
export interface Got {
  readonly event_id: string;
  readonly for_user_id: string;
  readonly request: HttpRequest;
  readonly [part: string]: unknown;
}

/** A receiver that answers challenges and keeps the events; `answer` determines the answers to the next ones. */
export class Inbox {
  readonly got: Got[] = [];
  answer: (event: Got, tries: number) => SendResult | Promise<SendResult> = () => answered({});

  constructor(private readonly secret: string) {}

  readonly take = (request: HttpRequest): SendResult | Promise<SendResult> => {
    if (request.method === 'GET') return honest(this.secret)(request);
    const event = { ...(JSON.parse(text(request.body!)) as Got), request };
    this.got.push(event);
    return this.answer(event, this.got.filter(({ event_id }) => event_id === event.event_id).length);
  };

  /** The received entries of a kind, oldest first. */
  of<T = Record<string, unknown>>(kind: string): T[] {
    return this.got.flatMap((event) => (event[kind] as T[] | undefined) ?? []);
  }

  /** The kinds of the received events, oldest first, each with the user concerned. */
  kinds(): string[] {
    return this.got.map((event) => Object.keys(event).find((key) => /_events?$/.test(key))!);
  }

  ids(): string[] {
    return this.got.map(({ event_id }) => event_id);
  }

  /** Whether every event has a valid signature under this secret. */
  isSigned(secret = this.secret): boolean {
    return this.got.every(
      ({ request }) =>
        header(request.headers, 'svc-webhooks-signature') ===
        `sha256=${createHmac('sha256', secret).update(request.body!).digest('base64')}`,
    );
  }
}

export const courier = 'Northwind Courier';
export const people = {
  mira: '2244994945',
  jonas: '2244994946',
  aiko: '2244994947',
  sam: '2244994948',
} as const;

/** The user through an App that may read Direct Messages, no matter who authorised it before. */
export async function authorizeUser(
  platform: Awaited<ReturnType<typeof start>>['platform'],
  as: As,
  userId: string,
  app = courier,
) {
  const { appId, consumer_key, consumer_secret } = as.credential('basic', app);
  must(await platform.do('portal.updateApp', appId, { permission: 'read-write-directmessages' }));
  const { made } = must(await platform.do('portal.allow', appId, userId));
  if (made.kind !== 'oauth1') throw new Error('The portal gives tokens of OAuth 1.0a');
  return as.signing({ ...made, consumer_key, consumer_secret });
}

/** A webhook of an App, subscribed to these users. */
export async function hook(
  {
    platform,
    as,
    receivers,
  }: { platform: Awaited<ReturnType<typeof start>>['platform']; as: As; receivers: Receivers },
  { app = courier, host = 'hooks.courier.example', users = [] as readonly string[] } = {},
) {
  const inbox = new Inbox(as.credential('basic', app).consumer_secret);
  receivers.at(host, inbox.take);
  const registered = await as.bearer(app).post('/2/webhooks', { url: `https://${host}/events` });
  if (registered.status !== 200) throw new Error(registered.text);
  const { id } = registered.json as unknown as { id: string };
  const path = `/2/account_activity/webhooks/${id}/subscriptions`;
  const clients = new Map<string, Client>();
  const subscribe = async (userId: string) => {
    const client = await authorizeUser(platform, as, userId, app);
    clients.set(userId, client);
    return client.post(`${path}/all`);
  };
  for (const user of users) {
    const answer = await subscribe(user);
    if (answer.status !== 200) throw new Error(answer.text);
  }
  return { id, path, inbox, subscribe, clients, bearer: as.bearer(app) };
}

/** A platform on plans whose limits a test does not reach, with `receivers` as its outside. */
export async function startActive(options: PlatformOptions = {}, users: readonly string[] = [people.mira]) {
  const receivers = new Receivers();
  const { platform, as } = await start({ send: receivers.send, ...options });
  const webhook = await hook({ platform, as, receivers }, { users });
  const report = async (): Promise<ActivityReport> =>
    (await platform.ask('activity.report', webhook.id, {}))!;
  /** Waits until everything due was answered. */
  const settle = () => platform.clock.advance(1);
  return { platform, as, receivers, webhook, inbox: webhook.inbox, report, settle };
}
