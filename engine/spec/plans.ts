/** Plans of a Project (specification 2.5, 8.3), and what depends only on the plan. */
import { capital } from './capital.ts';

export const plans = ['free', 'basic', 'pro', 'enterprise'] as const;

export type Plan = (typeof plans)[number];

/** The plan's name for people: `Pro`. */
export const planName: (plan: Plan) => string = capital;

/** The most Apps of a Project (2.5); Enterprise has Pro's limits (choice: cells). */
export const appsPerProject: Readonly<Record<Plan, number>> = { free: 1, basic: 2, pro: 3, enterprise: 3 };
