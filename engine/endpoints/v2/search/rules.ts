/** What a rule of the filtered stream may be, and how it is shown (choice: stream-rules). */
import { flawWords, isFlaw, parseQuery } from '../../../search/parser.ts';
import { Id, named, object, optional, string } from '../../../spec/fields.ts';
import type { Plan } from '../../../spec/plans.ts';
import { problems } from '../../../spec/problem-list.ts';
import { clip, problemType } from '../../../spec/problems.ts';
import type { ErrorEntry } from '../../../spec/problems.ts';
import type { StreamRule } from '../../../state/tables/usage-and-rules.ts';

/** How many rules an App has, and how many characters one of them has, at most. */
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

/** What the stream marks the posts of a rule with. */
export const RuleTag = string({ most: 200 });

export interface NewRule {
  readonly value: string;
  readonly tag: string;
}

/** A rule as it is answered; one that was only tried has no id. */
export const shown = ({ id, value, tag }: NewRule & Partial<Pick<StreamRule, 'id'>>): object => ({
  ...(id !== undefined && { id }),
  value,
  ...(tag !== '' && { tag }),
});

/**
 * Those of the new rules that may be made beside what there is, by value and id, and what is wrong with each of the others:
 * an entry of `errors`.
 */
export function judge(
  rules: readonly NewRule[],
  present: ReadonlyMap<string, string>,
  plan: Plan,
  baseUrl: string,
): { readonly valid: readonly NewRule[]; readonly errors: readonly ErrorEntry[] } {
  const { rules: most } = allowances[plan];
  const valid = new Map<string, NewRule>();
  const errors: ErrorEntry[] = [];
  const refuse = (value: string, title: string, type: string, message: string, more: object = {}) =>
    errors.push({
      ...{ code: problems.parameterInvalid.code, message, title, type: problemType(type, baseUrl) },
      ...{ value: clip(value), ...more },
    });
  for (const rule of rules) {
    const { value } = rule;
    const wrong = ruleObjection(value, plan);
    if (wrong !== null) refuse(value, 'Invalid Rule', 'invalid-rules', `The rule [${clip(value)}] ${wrong}`);
    else if (present.has(value) || valid.has(value))
      refuse(value, 'DuplicateRule', 'duplicate-rules', `The rule [${clip(value)}] is there already`, {
        ...(present.has(value) && { id: present.get(value) }),
      });
    else if (present.size + valid.size >= most)
      refuse(
        value,
        'RulesCapExceeded',
        'rules-capped',
        `The rule [${clip(value)}] is one too many: an App on plan ${plan} has at most ${most}`,
      );
    else valid.set(value, rule);
  }
  return { valid: [...valid.values()], errors };
}

/** Why a rule is refused, after its value; null for one that is allowed. */
export function ruleObjection(value: string, plan: Plan): string | null {
  const most = allowances[plan].characters;
  const { length } = [...value];
  if (length > most) return `has ${length} characters; on plan ${plan} a rule has at most ${most}`;
  const parsed = parseQuery(value);
  return isFlaw(parsed) ? flawWords(parsed) : null;
}

/** An entry of `errors` for a rule that the App does not have (choice: v2-404). */
export function missingRule(parameter: 'id' | 'value', value: string, baseUrl: string): ErrorEntry {
  const { code, message, title } = problems.resourceNotFound;
  return {
    ...{ code, message, title, type: problemType('resource-not-found', baseUrl) },
    detail: `Could not find rule with ${parameter}: [${clip(value)}].`,
    ...{ value: clip(value), resource_type: 'rule', parameter, resource_id: clip(value) },
  };
}
