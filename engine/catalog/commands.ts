/** The merchant shopping manager, which opens the Catalog API to a user, outside the API (choice: catalog-access). */
import { flag, text, tuple } from '../declaration/checks.ts';
import { command } from '../declaration/command.ts';
import type { State } from '../state/state.ts';
import type { Merchant } from '../state/tables/catalog.ts';

export interface Needs {
  readonly state: State;
}

type Done = { readonly ok: true } | { readonly ok: false; readonly reason: string };

const noUser: Done = { ok: false, reason: 'There is no such user.' };

function change({ state }: Needs, userId: string, of: (merchant: Merchant) => Partial<Merchant>): Done {
  if (!state.tables.users.get(userId)) return noUser;
  const merchant = state.tables.merchants.get(userId) ?? {
    ...{ user_id: userId, early_access: false, terms_accepted_at: null },
  };
  state.transact((write) => void write.merchants.put({ ...merchant, ...of(merchant) }));
  return { ok: true };
}

/** Grants a user early access to the Catalog API, or takes it away. The user's catalogs stay as they are. */
const setEarlyAccess = command(tuple(text, flag), (needs: Needs, userId, granted): Done =>
  change(needs, userId, () => ({ early_access: granted })),
);

/** Accepts the terms for a user, or takes that back. Accepting them again changes nothing. */
const setTermsAccepted = command(tuple(text, flag), (needs: Needs, userId, accepted): Done =>
  change(needs, userId, ({ terms_accepted_at: at }) => ({
    terms_accepted_at: accepted ? (at ?? needs.state.now()) : null,
  })),
);

export const commands = { setEarlyAccess, setTermsAccepted };
