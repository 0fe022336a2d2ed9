import type { Plan } from './plans.ts';

/** The most webhooks of an App: Pro and Enterprise by specification 6, the others by choice: webhook-plans. */
export const webhooksPerApp: Readonly<Record<Plan, number>> = { free: 0, basic: 0, pro: 1, enterprise: 5 };
