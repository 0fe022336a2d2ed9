/** Plans of a Project (specification 2.5, 8.3), and what hangs on the plan as a whole. */
export const plans = ['free', 'basic', 'pro', 'enterprise'] as const;

export type Plan = (typeof plans)[number];

/** What people are told of it: `Pro`. */
export const planName = (plan: Plan): string => `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`;

/** Apps that a Project holds (2.5); Enterprise has Pro's limits (choice: cells). */
export const appsPerProject: Readonly<Record<Plan, number>> = { free: 1, basic: 2, pro: 3, enterprise: 3 };
