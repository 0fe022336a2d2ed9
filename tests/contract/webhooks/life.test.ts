import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plans } from '../../../engine/inside.ts';
import type { Plan } from '../../../engine/index.ts';
import { answered, failure, honest } from '../../../testing/receivers.ts';
import type { Answering } from '../../../testing/receivers.ts';
import { hour, openWebhooks } from '../../support/webhooks.ts';
import type { Webhooks } from '../../support/webhooks.ts';
import { rounds } from '../../support/rounds.ts';

/** How a receiver answers, and the meaning of the answer (choice: crc-hourly). */
const manners = ['right', 'wrong', 'redirect', 'silent', 'error'] as const;
type Manner = (typeof manners)[number];
const isOut = (manner: Manner) => manner === 'silent' || manner === 'error';

const answeringOf = (manner: Manner, secret: string): Answering =>
  ({
    right: honest(secret),
    wrong: () => answered({ response_token: 'sha256=' }),
    redirect: () => answered({}, 307),
    silent: () => failure('timeout'),
    error: () => answered({}, 502),
  })[manner];

type Step =
  | { readonly do: 'register' | 'put' | 'remove'; readonly at: number }
  | { readonly do: 'answer'; readonly at: number; readonly manner: Manner }
  | { readonly do: 'plan'; readonly plan: Plan }
  | { readonly do: 'advance'; readonly minutes: number };

/** A few places that occur often, and some more. */
const place = fc.oneof(fc.integer({ min: 0, max: 1 }), fc.integer({ min: 0, max: 6 }));
/** About an hour, about a day, or anything. */
const minutes = fc.oneof(fc.constantFrom(1, 59, 60, 1380, 1440), fc.integer({ min: 1, max: 2400 }));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('register' as const), at: place }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('put' as const), at: place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), at: place }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      at: place,
      manner: fc.constantFrom(...manners),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('plan' as const), plan: fc.constantFrom(...plans) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('advance' as const), minutes }),
  },
);

const hostAt = (at: number) => `hooks${at}.example.com`;
const urlAt = (at: number) => `https://${hostAt(at)}/`;
const allowed: Record<Plan, number> = { free: 0, basic: 0, pro: 1, enterprise: 5 };

interface Modelled {
  readonly at: number;
  readonly created: number;
  succeeded: number;
  valid: boolean;
}

/** The rules of the specification and the choices, independent of the implementation. */
class Model {
  readonly webhooks: Modelled[] = [];
  readonly manners: Manner[] = Array.from({ length: 7 }, () => 'right');
  plan: Plan = 'enterprise';

  constructor(public now: number) {}

  #isBeyond(webhook: Modelled): boolean {
    return this.webhooks.indexOf(webhook) >= allowed[this.plan];
  }

  register(at: number): string | null {
    if (this.webhooks.length >= allowed[this.plan]) return 'WebhookLimitExceeded';
    if (this.webhooks.some((each) => each.at === at)) return 'DuplicateUrlFailed';
    if (this.manners[at] !== 'right') return 'CrcValidationFailed';
    this.webhooks.push({ at, created: this.now, succeeded: this.now, valid: true });
    return null;
  }

  put(webhook: Modelled | undefined): string | null {
    if (!webhook) return 'WebhookIdInvalid';
    if (this.#isBeyond(webhook)) return 'WebhookLimitExceeded';
    this.#check(webhook, this.now);
    return this.manners[webhook.at] === 'right' ? null : 'CrcValidationFailed';
  }

  remove(webhook: Modelled | undefined): string | null {
    if (!webhook) return 'WebhookIdInvalid';
    this.webhooks.splice(this.webhooks.indexOf(webhook), 1);
    return null;
  }

  setPlan(plan: Plan): void {
    this.plan = plan;
    for (const webhook of this.webhooks) if (this.#isBeyond(webhook)) webhook.valid = false;
  }

  advance(ms: number): void {
    for (const webhook of this.webhooks) {
      if (this.#isBeyond(webhook)) continue;
      const passed = Math.floor((this.now - webhook.created) / hour);
      for (let at = webhook.created + (passed + 1) * hour; at <= this.now + ms; at += hour)
        this.#check(webhook, at);
    }
    this.now += ms;
  }

  #check(webhook: Modelled, at: number): void {
    const manner = this.manners[webhook.at]!;
    if (manner === 'right') Object.assign(webhook, { valid: true, succeeded: at });
    else if (!isOut(manner) || at - webhook.succeeded >= 24 * hour) webhook.valid = false;
  }
}

async function take(step: Step, model: Model, webhooks: Webhooks): Promise<void> {
  const { receivers, secret, register, list, put, remove, setPlan, platform } = webhooks;
  const said = async (call: ReturnType<typeof register>) => {
    const answer = await call;
    return answer.status === 200 ? null : answer.json.errors[0]!.reason;
  };
  const idAt = async (at: number) => (await list())[at]?.id ?? '404';
  switch (step.do) {
    case 'register':
      return expect(await said(register(urlAt(step.at)))).toBe(model.register(step.at));
    case 'put':
      return expect(await said(put(await idAt(step.at)))).toBe(model.put(model.webhooks[step.at]));
    case 'remove':
      return expect(await said(remove(await idAt(step.at)))).toBe(model.remove(model.webhooks[step.at]));
    case 'answer':
      model.manners[step.at] = step.manner;
      receivers.at(hostAt(step.at), answeringOf(step.manner, secret));
      return;
    case 'plan':
      model.setPlan(step.plan);
      await setPlan(step.plan);
      return;
    case 'advance':
      model.advance(step.minutes * 60_000);
      await platform.clock.advance(step.minutes * 60_000);
  }
}

test('no matter what happens to webhooks, their owners and validity follow the choices', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }), async (steps) => {
      const webhooks = await openWebhooks();
      const { platform, receivers, secret, list } = webhooks;
      for (let at = 0; at < 7; at++) receivers.at(hostAt(at), honest(secret));
      const model = new Model(platform.clock.now());
      for (const each of steps) {
        await take(each, model, webhooks);
        expect((await list()).map(({ url, valid }) => ({ url, valid }))).toEqual(
          model.webhooks.map(({ at, valid }) => ({ url: urlAt(at), valid })),
        );
      }
      // The platform stored everything that it sent; nothing waits.
      const { outbox, webhook_checks } = platform.snapshot().tables;
      expect(outbox).toEqual([]);
      const kept = new Set(webhook_checks!.map(({ crc_token }) => crc_token));
      const tokens = receivers.challenges().map(({ token }) => token);
      expect(new Set(tokens).size).toBe(tokens.length);
      for (const token of kept) expect(tokens).toContain(token);
    }),
    rounds(50, 1000),
  );
});
