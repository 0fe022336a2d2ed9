import { capital } from '../spec/capital.ts';
import type { ProblemName, Refusal } from '../spec/problems.ts';
import { refuse } from '../spec/problems.ts';
import type { RefusalReason } from '../spec/reasons.ts';

/** Reasons of the webhook endpoints (specification 7; choice: subscriptions), by their names in the closed list. */
export type WebhookProblem = Extract<
  ProblemName,
  | 'crcValidationFailed'
  | 'urlValidationFailed'
  | 'duplicateUrlFailed'
  | 'webhookLimitExceeded'
  | 'webhookIdInvalid'
  | 'duplicateSubscriptionFailed'
  | 'subscriptionNotFound'
>;

/** Refuses for a reason; `because` says what exactly failed, without a full stop (choice: webhook-errors). */
export function refuseWebhook<Name extends WebhookProblem>(
  problem: Name,
  because: string,
  reason?: RefusalReason,
): Refusal<Name> {
  const name = capital(problem);
  return refuse(problem, because, {
    errors: [{ message: `${name}: ${because}`, reason: name }],
    ...(reason && { reason }),
  });
}
