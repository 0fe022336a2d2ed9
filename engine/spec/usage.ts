/** The monthly cap on posts (platform.md 8.1; choice: monthly-cap). Days and months are those of UTC. */
import type { Plan } from './plans.ts';

/** Posts that recent search and the filtered stream give a Project in a month; that of Basic is documented. */
export const monthlyCaps: Readonly<Record<Plan, number>> = {
  free: 100,
  basic: 500_000,
  pro: 1_000_000,
  enterprise: 50_000_000,
};

/** The day of the month on which every Project begins anew. */
export const capResetDay = 1;

/** Epoch ms. */
export function dayOf(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
}

/** Epoch ms at which the month of a moment begins, and at which the next one does. */
export function monthOf(at: number): { readonly start: number; readonly end: number } {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { start: Date.UTC(year, month, capResetDay), end: Date.UTC(year, month + 1, capResetDay) };
}
