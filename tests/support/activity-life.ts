/**
 * Lives of one platform whose events go to five webhooks: each life opens what the previous one left on its disk, and
 * ends at any step. The receivers continue, remember every call that reached them, and fail every fifth.
 */
import { createPlatform, text } from '../../engine/index.ts';
import type { ChangeSet, HttpRequest, SendResult, Snapshot } from '../../engine/inside.ts';
import { hook, people } from './activity.ts';
import { never } from './outbox-life.ts';
import type { Mortality } from './outbox-life.ts';
import { Client, sign, start } from '../../testing/platform.ts';
import { answered, failure, Receivers } from '../../testing/receivers.ts';
import type { Credential } from '../../engine/index.ts';

export const hosts = ['a', 'b', 'c', 'd', 'e'].map((name) => `hooks.${name}.example`);

type Signer = Extract<Credential, { kind: 'oauth1' }>;

export interface Beginning {
  readonly snapshot: Snapshot;
  readonly signer: Signer;
  /** By host, in order. */
  readonly webhooks: readonly string[];
}

/** An App with five webhooks, each subscribed to Mira; another App lets her send messages. */
export async function beginning(): Promise<Beginning> {
  const receivers = new Receivers();
  const { platform, as } = await start({ send: receivers.send, now: () => 1_772_000_000_000 });
  const webhooks: string[] = [];
  for (const host of hosts) {
    const { id } = await hook(
      { platform, as, receivers },
      { app: 'Atlas Insight', host, users: [people.mira] },
    );
    webhooks.push(id);
  }
  const signer = as.credential('oauth1', 'Northwind Courier', 'mira_holm');
  return { snapshot: platform.snapshot(), signer, webhooks };
}

/** A delivery that reached a receiver. */
export interface Delivered {
  readonly host: string;
  readonly id: string;
  /** The text of the message: its number. */
  readonly number: number;
  readonly wasAcknowledged: boolean;
}

/** The world outside, which outlives the process. */
export class Outside {
  readonly delivered: Delivered[] = [];
  /** Numbers of the messages that were answered with 201. */
  readonly acknowledged: number[] = [];
  /** How many messages were sent, including those without an answer. */
  sent = 0;

  /** `dice` returns numbers from 0 to 1. */
  constructor(readonly dice: () => number) {}

  /** Every fifth call fails, in various ways; a few messages always fail at one host. */
  answer(host: string, number: number): SendResult {
    if (number % 40 === 7 && host === hosts[2]) return answered({}, 500);
    if (this.dice() >= 0.2) return answered({});
    return this.dice() < 0.5 ? answered({}, 503) : failure('timeout');
  }
}

export interface ActivityLife extends Pick<Beginning, 'snapshot' | 'signer'> {
  readonly mortality: Mortality;
  readonly commit: (changes: ChangeSet) => Promise<void>;
  readonly outside: Outside;
  /** Messages are sent up to this number. */
  readonly most: number;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Whether it was ended while work was under way. */
export async function live({
  snapshot,
  signer,
  mortality,
  commit,
  outside,
  most,
}: ActivityLife): Promise<boolean> {
  const platform = createPlatform({
    snapshot,
    now: () => 1_772_000_000_000,
    commit,
    send: (request) => carry(request),
  });
  const carry = async (request: HttpRequest): Promise<SendResult> => {
    const { hostname } = new URL(request.url);
    // Challenges are not tested here: less than a day without an answer is harmless.
    if (request.method === 'GET') return failure('timeout');
    if (!mortality.step()) return never();
    const { event_id, direct_message_events } = JSON.parse(text(request.body!)) as {
      event_id: string;
      direct_message_events: [{ message_create: { message_data: { text: string } } }];
    };
    const number = Number(direct_message_events[0].message_create.message_data.text);
    const result = outside.answer(hostname, number);
    const wasAcknowledged = 'status' in result && result.status === 200;
    outside.delivered.push({ host: hostname, id: event_id, number, wasAcknowledged });
    if (outside.dice() < 0.5) await turn();
    return mortality.step() ? result : never();
  };
  const client = new Client(platform, (request) => sign(platform, request, signer));
  const say = async (): Promise<void> => {
    const number = ++outside.sent;
    const path = `/2/dm_conversations/with/${people.jonas}/messages`;
    const answer = await client.post(path, { text: String(number) });
    if (answer.status !== 201) throw new Error(answer.text);
    if (!mortality.isOver) outside.acknowledged.push(number);
  };
  const acts = async () => {
    while (outside.sent < most) {
      const together = Math.min(Math.ceil(outside.dice() * 8), most - outside.sent);
      const said = Array.from({ length: together }, say);
      if (outside.dice() < 0.7) await Promise.all(said);
      else for (const each of said) each.catch(() => undefined);
      await platform.clock.advance(Math.floor(outside.dice() ** 3 * 60_000));
    }
    // The hours until the last retry; less than a day, after which an unchecked webhook is no longer valid.
    await platform.clock.advance(4 * 3_600_000);
  };
  await Promise.race([acts(), death(mortality)]);
  const wasCutShort = mortality.isOver;
  mortality.end();
  await turn();
  return wasCutShort;
}

/** Resolves when it is over and pending work has had its time. */
async function death(mortality: Mortality): Promise<void> {
  while (!mortality.isOver) await turn();
  for (let at = 0; at < 5; at++) await turn();
}
