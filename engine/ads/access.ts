import { missing } from '../spec/missing.ts';
import { problems } from '../spec/problem-list.ts';
import { refuse } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import type { Read } from '../state/state.ts';
import type { AdAccount } from '../state/tables/ads.ts';

export const accessId = (accountId: string, userId: string): string => `${accountId}:${userId}`;

/** Whether a user may use an account: its owner and the users with access may (choice: ads-access). */
export const mayUse = (account: AdAccount, userId: string, { ad_accesses }: Read): boolean =>
  account.owner_id === userId || ad_accesses.get(accessId(account.id, userId)) !== undefined;

/** The accounts that a user may use, including deleted ones. */
export const accountsOf = (userId: string, { ad_accounts, ad_accesses }: Read): readonly AdAccount[] =>
  [
    ...ad_accounts.keysBy('owner', userId),
    ...ad_accesses.rowsBy('user', userId).map((access) => access.account_id),
  ].map((id) => ad_accounts.must(id));

/** The account named in the path, if this user may use it. Refuses otherwise. */
export function accountFor(
  accountId: string,
  userId: string,
  tables: Read,
): AdAccount | Refusal<'resourceNotFound' | 'accountForbidden'> {
  const account = tables.ad_accounts.get(accountId);
  if (!account || account.deleted) return missing('account_id', accountId, 'there is no advertiser account');
  if (mayUse(account, userId, tables)) return account;
  const parameters = { account_id: [accountId] };
  return refuse('accountForbidden', `the user has no access to advertiser account ${accountId}`, {
    errors: [{ message: problems.accountForbidden.message, parameters }],
  });
}
