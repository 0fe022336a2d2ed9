/** The options of an embed's world, as the fragment of its worker's address, so that all such worlds load one file. */
import { plans } from '../../engine/inside.ts';
import type { Plan } from '../../engine/inside.ts';

export const scenarios = ['starter', 'small', 'empty'] as const;

export interface TemporaryWorld {
  readonly scenario?: (typeof scenarios)[number] | undefined;
  readonly seed?: string | undefined;
  /** The time of a frozen clock, in epoch ms; absent for a running one. */
  readonly frozenAt?: number | undefined;
  /** The plan of its Projects; absent for the scenario's. */
  readonly plan?: Plan | undefined;
}

export function fragmentOf({ scenario, seed, frozenAt, plan }: TemporaryWorld): string {
  const params = new URLSearchParams();
  if (scenario !== undefined) params.set('scenario', scenario);
  if (seed !== undefined) params.set('seed', seed);
  if (frozenAt !== undefined) params.set('frozen', String(frozenAt));
  if (plan !== undefined) params.set('plan', plan);
  return `#${params}`;
}

/** Reads the result of `fragmentOf`. */
export function worldIn(fragment: string): TemporaryWorld {
  const params = new URLSearchParams(fragment.replace(/^#/, ''));
  const frozen = params.get('frozen');
  return {
    scenario: scenarios.find((each) => each === params.get('scenario')),
    seed: params.get('seed') ?? undefined,
    frozenAt: frozen === null ? undefined : Number(frozen),
    plan: plans.find((each) => each === params.get('plan')),
  };
}
