/** Which rules the filtered stream accepts, and how they are shown (choice: stream-rules). */
import { flawWords, isFlaw, parseQuery } from '../../../search/parser.ts';
import { Id, named, object, optional, string } from '../../../spec/fields.ts';
import { planName } from '../../../spec/plans.ts';
import type { Plan } from '../../../spec/plans.ts';
import { problems } from '../../../spec/problem-list.ts';
import { clip, problemType } from '../../../spec/problems.ts';
import type { ErrorEntry } from '../../../spec/problems.ts';
import type { StreamRule } from '../../../state/tables/usage-and-rules.ts';

/** The largest number of rules of an App, and of characters in a rule. */
interface Allowance {
  readonly rules: number;
  readonly characters: number;
}

export const allowances: Readonly<Record<Plan, Allowance>> = {
  free: { rules: 0, characters: 0 },
  basic: { rules: 50, characters: 512 },
  pro: { rules: 1000, characters: 1024 },
  enterprise: { rules: 5000, characters: 1024 },
};

export const Rule = named(
  'StreamRule',
  object({ id: optional(Id), value: string(), tag: optional(string()) }),
);

/** A label that the stream adds to the posts of a rule. */
export const RuleTag = string({ most: 200 });

export interface NewRule {
  readonly value: string;
  readonly tag: string;
}

/** A rule in an answer. A rule of a dry run has no id. */
export const shown = ({ id, value, tag }: NewRule & Partial<Pick<StreamRule, 'id'>>): object => ({
  ...(id !== undefined && { id }),
  value,
  ...(tag !== '' && { tag }),
});

/** The new rules that may be added to the existing ones, and an entry of `errors` for each of the others. */
export function judge(
  rules: readonly NewRule[],
  present: ReadonlyMap<string, string>,
  plan: Plan,
  baseUrl: string,
): { readonly valid: readonly NewRule[]; readonly errors: readonly ErrorEntry[] } {
  const valid = new Map<string, NewRule>();
  const errors: ErrorEntry[] = [];
  for (const rule of rules) {
    const { value } = rule;
    const { size } = valid;
    const wrong = objectionTo(value, {
      plan,
      rules: present.size + size,
      has: (each) => present.has(each) || valid.has(each),
    });
    if (wrong === null) valid.set(value, rule);
    else errors.push(invalidRule(value, wrong, present.get(value), baseUrl));
  }
  return { valid: [...valid.values()], errors };
}

type Fault = 'invalid' | 'duplicate' | 'capped';

/** Why a rule may not be added. */
export interface Objection {
  readonly fault: Fault;
  /** The reason, as words that follow the rule: "is there already". */
  readonly says: string;
  /** Where the fault is in the rule's value, in characters from 1; null if it has no single place. */
  readonly position: number | null;
}

/** The rules and the plan that a new rule is checked against. */
interface Standing {
  readonly plan: Plan;
  /** The number of existing rules. */
  readonly rules: number;
  readonly has: (value: string) => boolean;
}

/** Why this rule may not be added to the existing ones; null if it may. */
export function objectionTo(value: string, { plan, rules, has }: Standing): Objection | null {
  const { rules: most } = allowances[plan];
  const wrong = flawOf(value, plan);
  if (wrong !== null) return { fault: 'invalid', ...wrong };
  if (has(value)) return { fault: 'duplicate', says: 'is there already', position: null };
  if (rules < most) return null;
  const says = `is one too many: an App on plan ${planName(plan)} has at most ${most}`;
  return { fault: 'capped', says, position: null };
}

const faults: Readonly<Record<Fault, readonly [title: string, type: string]>> = {
  invalid: ['Invalid Rule', 'invalid-rules'],
  duplicate: ['DuplicateRule', 'duplicate-rules'],
  capped: ['RulesCapExceeded', 'rules-capped'],
};

function invalidRule(
  value: string,
  { fault, says }: Objection,
  present: string | undefined,
  baseUrl: string,
): ErrorEntry {
  const [title, type] = faults[fault];
  const message = `The rule [${clip(value)}] ${says}`;
  return {
    ...{ code: problems.parameterInvalid.code, message, title, type: problemType(type, baseUrl) },
    ...{ value: clip(value), ...(fault === 'duplicate' && present !== undefined && { id: present }) },
  };
}

/** Why a rule is refused, as words that follow its value; null if it is allowed. */
export const ruleObjection = (value: string, plan: Plan): string | null => flawOf(value, plan)?.says ?? null;

function flawOf(value: string, plan: Plan): Pick<Objection, 'says' | 'position'> | null {
  const most = allowances[plan].characters;
  const length = charactersOf(value);
  if (length > most)
    return {
      says: `has ${length} characters; on plan ${planName(plan)} a rule has at most ${most}`,
      position: null,
    };
  const parsed = parseQuery(value);
  return isFlaw(parsed) ? { says: flawWords(parsed), position: parsed.position } : null;
}

/** The length of a rule, in characters. */
export const charactersOf = (value: string): number => [...value].length;

/** An entry of `errors` for a rule that the App does not have (choice: v2-404). */
export function missingRule(parameter: 'id' | 'value', value: string, baseUrl: string): ErrorEntry {
  const { code, message, title } = problems.resourceNotFound;
  return {
    ...{ code, message, title, type: problemType('resource-not-found', baseUrl) },
    detail: `Could not find rule with ${parameter}: [${clip(value)}].`,
    ...{ value: clip(value), resource_type: 'rule', parameter, resource_id: clip(value) },
  };
}
