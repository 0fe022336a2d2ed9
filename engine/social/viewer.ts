import type { User } from '../state/tables/accounts.ts';

/** The viewer of an answer, on whom its contents may depend. */
export interface Viewer {
  /** null for an App without a user. */
  readonly user: User | null;
  /** Whether the acting user's e-mail address may be shown (choices: fields, email-consent). */
  readonly seesEmail: boolean;
}
