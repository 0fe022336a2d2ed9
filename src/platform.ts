import { connect } from '../worker/api.ts';
import { Session } from './state/session.svelte.ts';

/** Reaches the platform, wherever it runs, and brings what the first paint needs. Rejects when it cannot start. */
export async function open(): Promise<Session> {
  const playground = await connect();
  return new Session(playground, await playground.greet());
}
