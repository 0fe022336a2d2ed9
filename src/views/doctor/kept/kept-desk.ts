import { parseKept, writeKept } from './kept-request.ts';
import type { KeptRequest } from './kept-request.ts';

/** Playgrounds of one origin lie on different paths. */
const key = (): string => `svc-playground:doctor:${location.pathname}`;

/** For this tab, beyond a reload. */
export function keepDesk(requests: readonly KeptRequest[]): void {
  try {
    if (requests.length === 0) sessionStorage.removeItem(key());
    else sessionStorage.setItem(key(), writeKept(requests));
  } catch {
    // Storage is denied: then they last as long as the page.
  }
}

export function readDesk(): readonly KeptRequest[] {
  try {
    return parseKept(sessionStorage.getItem(key()));
  } catch {
    return [];
  }
}
