/** Playgrounds of one origin lie on different paths. */
export const runningKey = (): string => `svc-playground:running:1:${location.pathname}`;

/** What ran when this tab's page was left, as it was stored; null for nothing. */
export function leftRunning(): string | null {
  try {
    return sessionStorage.getItem(runningKey());
  } catch {
    return null;
  }
}
