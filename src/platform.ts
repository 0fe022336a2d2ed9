import { connect } from '../worker/api.ts';
import { PageSession } from './state/session.svelte.ts';

/** Reaches the platform, wherever it runs, and brings what the first paint needs. Rejects when it cannot start. */
export async function open(): Promise<PageSession> {
  const playground = await connect();
  return new PageSession(playground, await playground.greet());
}
