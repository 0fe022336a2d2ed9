import type { User } from '../state/tables/accounts.ts';

/** Whom an answer is for: what it shows may depend on that. */
export interface Viewer {
  /** null for an App that acts for nobody. */
  readonly user: User | null;
  /** Whether the acting user's e-mail address may be shown (choices: fields, email-consent). */
  readonly seesEmail: boolean;
}
