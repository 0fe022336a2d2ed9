/** The rules of an App as the stream reads them, and which of them match a post. */
import { bind, matches } from '../../../search/matches.ts';
import type { Subject } from '../../../search/matches.ts';
import { isFlaw, parseQuery } from '../../../search/parser.ts';
import type { Query } from '../../../search/query.ts';
import type { Read } from '../../../state/state.ts';
import type { App } from '../../../state/tables/accounts.ts';
import type { StreamRule } from '../../../state/tables/usage-and-rules.ts';

interface ReadRule {
  readonly row: StreamRule;
  readonly query: Query;
}

const queries = new WeakMap<StreamRule, Query | null>();

/** The current rules of an App, oldest first. A rule that can no longer be parsed matches nothing. */
export function rulesOf({ id }: Pick<App, 'id'>, tables: Read): ReadRule[] {
  const rules: ReadRule[] = [];
  for (const row of tables.stream_rules.rowsBy('app', id)) {
    let query = queries.get(row);
    if (query === undefined) {
      const parsed = parseQuery(row.value);
      queries.set(row, (query = isFlaw(parsed) ? null : parsed));
    }
    if (query) rules.push({ row, query: bind(query, tables) });
  }
  return rules;
}

export const matchingRules = (subject: Subject, rules: readonly ReadRule[]): StreamRule[] =>
  rules.filter(({ query }) => matches(query, subject)).map(({ row }) => row);
