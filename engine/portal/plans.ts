import type { Plan } from '../limits/notation.ts';

/** Apps that a Project holds (2.5); Enterprise has Pro's limits (choice: cells). */
export const appsPerProject: Readonly<Record<Plan, number>> = { free: 1, basic: 2, pro: 3, enterprise: 3 };
