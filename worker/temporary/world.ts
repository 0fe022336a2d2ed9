/** What a temporary world begins with, as the fragment of its worker's address says it: all of them fetch one file. */
export const scenarios = ['starter', 'small', 'empty'] as const;

export interface TemporaryWorld {
  readonly scenario?: (typeof scenarios)[number] | undefined;
  readonly seed?: string | undefined;
  /** Where the clock stands still, in epoch ms; absent for one that runs. */
  readonly frozenAt?: number | undefined;
}

export function fragmentOf({ scenario, seed, frozenAt }: TemporaryWorld): string {
  const params = new URLSearchParams();
  if (scenario !== undefined) params.set('scenario', scenario);
  if (seed !== undefined) params.set('seed', seed);
  if (frozenAt !== undefined) params.set('frozen', String(frozenAt));
  return `#${params}`;
}

/** What `fragmentOf` wrote. */
export function worldIn(fragment: string): TemporaryWorld {
  const params = new URLSearchParams(fragment.replace(/^#/, ''));
  const frozen = params.get('frozen');
  return {
    scenario: scenarios.find((each) => each === params.get('scenario')),
    seed: params.get('seed') ?? undefined,
    frozenAt: frozen === null ? undefined : Number(frozen),
  };
}
