import fc from 'fast-check';
import type { Act, Plan } from './outbox-life.ts';

const receiver = fc.constantFrom('a', 'b', 'c');
const count = fc.integer({ min: 1, max: 5 });
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('events' as const), receiver, count, waits: fc.boolean() }),
  fc.record({ kind: fc.constant('plan' as const), receiver, count, inMs: fc.nat(20_000) }),
  fc.record({ kind: fc.constant('advance' as const), ms: fc.nat(400_000) }),
);

export const plans: fc.Arbitrary<Plan> = fc.record({
  acts: fc.array(act, { maxLength: 8 }),
  steps: fc.nat(50),
  answers: fc.array(fc.record({ turns: fc.nat(3), fails: fc.boolean() }), { minLength: 1, maxLength: 8 }),
});

/** Does all the remaining work. Longer than anything needs, as JSON has no infinity. */
export const lastPlan: Plan = { acts: [], steps: 1e9, answers: [{ turns: 0, fails: false }] };
