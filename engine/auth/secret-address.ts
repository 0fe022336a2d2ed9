/** Addresses with a secret: anyone who knows one may use it (choice: compliance-jobs). */
import type { PrincipalOf } from '../declaration/principal.ts';
import { nowhereSaid } from '../exchanges/trace.ts';
import type { Trace } from '../exchanges/trace.ts';
import { refuse } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import type { App } from '../state/tables/accounts.ts';

/** `app` is the App that the address was made for; undefined if the secret is unknown. */
export function openedBy(app: App | undefined, trace: Trace): PrincipalOf<'address'> | Refusal {
  if (!app) return refuse('notFound', 'the address has no secret that opens anything');
  if (app.suspended) return refuse('appSuspended', `the App ${app.name} carries the suspended tag`);
  trace.passed('Authenticated', `by the secret in the address, which ${app.name} was given`, nowhereSaid);
  return { kind: 'address', app };
}
