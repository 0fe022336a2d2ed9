import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { importAgain } from '../../tests/support/import-again.ts';
import { openSession } from '../../tests/support/session.ts';
import type { OutlivesState, PageSession } from './session.svelte.ts';

class Plain {
  constructor(readonly session: PageSession) {}
}

class Lasting implements OutlivesState {
  typed = $state('');
  shownKeys = $state.raw(['one']);
  stateReplaced(): void {
    this.shownKeys = [];
  }
}

/** Resolves when the session has the new state. */
async function replaced(how: () => Promise<unknown>): Promise<void> {
  const before = session.generation;
  await how();
  await eventually(() => expect(session.generation).toBeGreaterThan(before));
}

let session: PageSession;
beforeEach(async () => {
  session = await openSession();
});

describe('what a session keeps for a view', () => {
  it('is created once per class and session', async () => {
    const plain = session.keep(Plain);
    expect(plain.session).toBe(session);
    expect(session.keep(Plain)).toBe(plain);
    expect(session.keep(Lasting)).not.toBe(plain);
    expect((await openSession()).keep(Plain)).not.toBe(plain);
  });

  it('is created again when the state was replaced', async () => {
    const before = session.keep(Plain);
    await importAgain(session);
    const after = session.keep(Plain);
    expect(after).not.toBe(before);
    expect(session.keep(Plain)).toBe(after);
  });

  it('may survive that without what ended, and is notified once: before a view asks for it', async () => {
    const lasting = session.keep(Lasting);
    lasting.typed = 'kept';
    await importAgain(session);
    // Views ask in a derivation, which must not change anything.
    expect(lasting).toMatchObject({ typed: 'kept', shownKeys: [] });
    expect(session.keep(Lasting)).toBe(lasting);
    lasting.shownKeys = ['two'];
    expect(session.keep(Lasting).shownKeys).toEqual(['two']);
  });

  it('Q3: is created again after a reset, and restored when that is undone, in every tab', async () => {
    const [plain, lasting] = [session.keep(Plain), session.keep(Lasting)];
    const { secrets } = session;
    lasting.typed = 'kept';
    session.userId = session.world.users[1]!.id;
    const acting = session.user;
    await replaced(() => session.playground.reset('starter'));
    expect(session.keep(Plain)).not.toBe(plain);
    expect(session.keep(Lasting)).toMatchObject({ typed: '', shownKeys: ['one'] });
    expect(session.secrets).not.toBe(secrets);
    expect(session.user).not.toEqual(acting);
    expect(session.notices.current?.text, 'another tab, or nobody here, did it').toBe(
      'Everything was reset elsewhere.',
    );
    await replaced(() => session.playground.undoReplacement(true));
    expect([session.keep(Plain), session.keep(Lasting)]).toEqual([plain, lasting]);
    expect(session.keep(Lasting)).toBe(lasting);
    expect(lasting).toMatchObject({ typed: 'kept', shownKeys: ['one'] });
    expect(session.secrets).toBe(secrets);
    expect(session.user).toEqual(acting);
  });
});
