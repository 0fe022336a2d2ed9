import { counted } from '../../../../parts/counted.ts';
import type { RuleInForce, TriedRule } from '../../../../../worker/api.ts';
import type { MadePost } from './post-desk.svelte.ts';

/** The name that the stream marks posts with: its tag, else its value. */
export const ruleName = ({ tag, value }: Pick<RuleInForce, 'tag' | 'value'>): string => tag || value;

/** What happens to a post that was made, as sentences. */
export function arrivalOf({ username, finding }: MadePost, isOpen: boolean): string {
  const posted = `Posted as @${username}.`;
  if (!finding) return posted;
  if (!finding.isSeen) return `${posted} They are protected, so it does not arrive.`;
  const { length } = finding.rules;
  if (length === 0) return `${posted} No rule finds it, so it does not arrive.`;
  const found = `${counted(length, 'rule finds', 'rules find')} it`;
  return isOpen ? `${posted} ${found}.` : `${posted} ${found}, but the stream is closed.`;
}

/** How many of the latest posts a rule matches. */
export function matchesOf({ of, found }: NonNullable<TriedRule['posts']>): string {
  const known = found.filter(({ isFound }) => isFound).length;
  const last = `${found.length} of the last ${counted(of, 'post', 'posts')} ${found.length === 1 ? 'matches' : 'match'}`;
  if (known === 0) return `${last}.`;
  const which = known === found.length ? (known === 1 ? 'it' : 'all of them') : `${known} of them`;
  return `${last}. The rules in force find ${which} already.`;
}
