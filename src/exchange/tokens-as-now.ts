import type { PageSession } from '../state/session.svelte.ts';

/** Returns a function that restores the vault's current OAuth 1.0a tokens of an App and a user. */
export function tokensAsNow(session: PageSession, appId: string, userId: string | null): () => Promise<void> {
  const held = () =>
    session.world.vault.filter(
      (each) => each.kind === 'oauth1' && each.appId === appId && each.userId === userId,
    );
  const before = held();
  return async () => {
    for (const { id } of held())
      if (!before.some((each) => each.id === id)) await session.playground.forget(id);
    for (const each of before) await session.playground.keep(each);
  };
}
