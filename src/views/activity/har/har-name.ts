/** "svc-activity-2026-03-02-212.har". `now`: epoch ms on the platform's clock. */
export const harName = (now: number, entries: number): string =>
  `svc-activity-${new Date(now).toISOString().slice(0, 10)}-${entries}.har`;
