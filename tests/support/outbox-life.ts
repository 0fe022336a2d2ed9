/**
 * Lives of one platform with calls to make: each opens what the previous one left on its disk, and ends at any step.
 * The world outside continues and remembers every call that reached it.
 */
import { deepEqual, equal } from 'node:assert/strict';
import { createPlatform } from '../../engine/index.ts';
import type { ChangeSet, HttpRequest, Platform, SendResult, Snapshot } from '../../engine/inside.ts';
import { ok, readCall, withCourier } from './courier-family.ts';

export interface Received {
  readonly receiver: string;
  readonly id: string;
  readonly life: number;
}

/** The acts of a life, in order. */
export type Act =
  | { readonly kind: 'events'; readonly receiver: string; readonly count: number; readonly waits: boolean }
  | { readonly kind: 'plan'; readonly receiver: string; readonly count: number; readonly inMs: number }
  | { readonly kind: 'advance'; readonly ms: number };

export interface Plan {
  readonly acts: readonly Act[];
  /** Steps until it ends. */
  readonly steps: number;
  /** How many turns of the event queue an answer takes, and whether it is a failure; one entry per call. */
  readonly answers: readonly { readonly turns: number; readonly fails: boolean }[];
}

/** The remaining time, in steps. After its end nothing happens any more, as after a kill. */
export class Mortality {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Takes a step; false once the time is over. */
  step(): boolean {
    return this.#left-- > 0;
  }

  /** Ends it, however much time was left. */
  end(): void {
    this.#left = 0;
  }

  get isOver(): boolean {
    return this.#left <= 0;
  }
}

export const never = (): Promise<never> => new Promise(() => {});
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

export interface Life {
  readonly snapshot: Snapshot;
  readonly bearer: string;
  readonly mortality: Mortality;
  readonly commit: (changes: ChangeSet) => Promise<void>;
  readonly received: Pick<Received[], 'push'>;
  /** Ids of effects that were put in the outbox and acknowledged. */
  readonly acknowledged: Pick<string[], 'push'>;
  readonly number: number;
  readonly plan: Plan;
  /** The first stored effect of a receiver, if the disk can tell. */
  readonly firstKept?: (receiver: string) => string | undefined;
}

/** Whether it ended while work was under way, not when everything was done. */
export async function live(life: Life): Promise<boolean> {
  const { snapshot, bearer, mortality, commit, received, acknowledged, number, plan } = life;
  const underWay = new Set<string>();
  const faults: unknown[] = [];
  let answers = 0;
  const platform = createPlatform({
    snapshot,
    families: withCourier,
    now: () => 1_772_000_000_000,
    commit,
    send: (request) =>
      carry(request).catch((error: unknown) => {
        faults.push(error);
        throw error;
      }),
  });
  const carry = async (request: HttpRequest): Promise<SendResult> => {
    if (!mortality.step()) return never();
    const { receiver, id } = readCall(request);
    if (life.firstKept) equal(life.firstKept(receiver), id, 'what goes out is kept and first of its key');
    equal(underWay.has(receiver), false, `two calls at a time to ${receiver}`);
    underWay.add(receiver);
    received.push({ receiver, id, life: number });
    const { turns, fails } = plan.answers[answers++ % plan.answers.length]!;
    for (let at = 0; at < turns; at++) await turn();
    if (!mortality.step()) return never();
    underWay.delete(receiver);
    return fails ? { status: 503, headers: [], body: new Uint8Array() } : ok();
  };
  const post = async (path: string, json: unknown): Promise<void> => {
    const outcome = await platform.handle({
      method: 'POST',
      url: `${platform.baseUrl}/2/test/${path}`,
      headers: [
        ['authorization', `Bearer ${bearer}`],
        ['content-type', 'application/json'],
      ],
      body: new TextEncoder().encode(JSON.stringify(json)),
    });
    if (outcome.kind !== 'response' || outcome.status !== 200 || mortality.isOver) return;
    const { data } = JSON.parse(new TextDecoder().decode(outcome.body)) as { data: unknown };
    if (Array.isArray(data)) acknowledged.push(...(data as string[]));
  };
  const acts = async () => {
    for (const act of plan.acts) {
      if (act.kind === 'advance') await platform.clock.advance(act.ms);
      else {
        const { receiver, count } = act;
        const texts = Array.from({ length: count }, () => 'x');
        if (act.kind === 'plan') await post('plan', { receiver, texts, inMs: act.inMs });
        else if (act.waits) await post('events', { receiver, texts });
        else void post('events', { receiver, texts });
      }
    }
    // A day is enough for every retry of every event.
    await platform.clock.advance(86_400_000);
  };
  await Promise.race([acts(), death(mortality)]);
  const wasCutShort = mortality.isOver;
  mortality.end();
  await turn();
  deepEqual(faults, []);
  return wasCutShort;
}

/** Resolves when it is over and pending work has had its time. */
async function death(mortality: Mortality): Promise<void> {
  while (!mortality.isOver) await turn();
  for (let at = 0; at < 5; at++) await turn();
}

/** A platform to start with, as data, and its caller. */
export async function beginning(): Promise<{ snapshot: Snapshot; bearer: string; platform: Platform }> {
  const platform = createPlatform({ families: withCourier, now: () => 1_772_000_000_000 });
  await platform.do('portal.setAbuse', false);
  const credential = platform.initialCredentials.find(({ kind }) => kind === 'app')!;
  if (credential.kind !== 'app') throw new Error('The starter has no bearer token');
  return { snapshot: platform.snapshot(), bearer: credential.bearer_token, platform };
}
