/** Why the platform would refuse a user's calls to the Catalog API (specification 9; choices: catalog-access, ads-errors). */
import { errorBody } from '../pipeline/error-body.ts';
import { catalog } from '../spec/apis.ts';
import { problems } from '../spec/problem-list.ts';
import { refuse } from '../spec/problems.ts';
import type { Read } from '../state/state.ts';
import { shutFor } from '../catalog/access.ts';

export interface CatalogRefusal {
  readonly status: number;
  readonly body: object;
}

/** For a call without parameters; null when it would be answered. Without a token the call does not reach the catalog. */
export function refusalFor(
  userId: string,
  hasToken: boolean,
  baseUrl: string,
  tables: Read,
): CatalogRefusal | null {
  const refusal = hasToken
    ? shutFor(userId, tables)
    : refuse('authenticationMissing', 'the call does not say who makes it');
  if (!refusal) return null;
  const body = errorBody(refusal, { api: catalog, baseUrl, parameters: {} });
  return { status: problems[refusal.problem].status, body };
}
