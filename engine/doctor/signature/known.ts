/** All known mistakes, for this platform and for other hosts. */
import { addressingMistakes } from './addressing.ts';
import { alphabetMistakes } from './alphabets.ts';
import { bodyMistakes } from './bodies.ts';
import { circumstancesOf } from './circumstances.ts';
import type { Circumstance } from './circumstances.ts';
import { collectingMistakes } from './collecting.ts';
import { digestMistakesOf } from './digests.ts';
import type { DigestMistake } from './digests.ts';
import { encodingMistakes } from './encoding.ts';
import { circumstancesUnder } from './host-rules.ts';
import { joiningMistakes } from './joining.ts';
import { keyingMistakes } from './keying.ts';
import { listMistakes } from './lists.ts';
import type { SignatureMethod } from './methods.ts';
import type { Mistake } from './mistake.ts';
import { outputMistakes } from './output.ts';
import { parameterMistakes } from './parameters.ts';
import { pathMistakes } from './paths.ts';
import { proxyMistakes } from './proxies.ts';
import { secretMistakes } from './secrets.ts';
import { sortingMistakes } from './sorting.ts';
import type { HostRules } from './types.ts';
import { valueMistakes } from './values.ts';

/** In the order in which two mistakes apply if both change the same stage. */
const computed: readonly Mistake[] = [
  ...collectingMistakes,
  ...bodyMistakes,
  ...valueMistakes,
  ...parameterMistakes,
  ...listMistakes,
  ...alphabetMistakes,
  ...encodingMistakes,
  ...sortingMistakes,
  ...joiningMistakes,
  ...addressingMistakes,
  ...pathMistakes,
  ...proxyMistakes,
  ...keyingMistakes,
];

export interface Known {
  readonly computed: readonly Mistake[];
  readonly digests: readonly DigestMistake[];
  readonly circumstances: readonly Circumstance[];
  /** All mistakes in the order of the computation. */
  readonly all: readonly Omit<Mistake, 'ways'>[];
}

/** `rules` are those of another host; null for this platform. */
export function knownUnder(rules: HostRules | null, method: SignatureMethod): Known {
  const here = { computed, digests: digestMistakesOf(method), circumstances: circumstancesOf(method) };
  const known =
    rules === null
      ? here
      : {
          computed: anywhere(here.computed),
          digests: anywhere(here.digests),
          circumstances: [...anywhere(here.circumstances), ...circumstancesUnder(rules)],
        };
  return {
    ...known,
    all: [...known.computed, ...known.digests, ...outputMistakes, ...secretMistakes, ...known.circumstances],
  };
}

/** Mistakes against clauses of the RFC only, because the rules of this platform do not bind other hosts. */
const anywhere = <M extends { readonly clause: string }>(mistakes: readonly M[]): M[] =>
  mistakes
    .map((each) => ({ ...each, clause: each.clause.split('; ').filter(isGeneral).join('; ') }))
    .filter(({ clause }) => clause !== '');

const isGeneral = (clause: string): boolean => !/^(?:choice: |specification )/.test(clause);
