import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { openSession } from '../../tests/support/session.ts';
import type { OutlivesReset, PageSession } from './session.svelte.ts';

class Plain {
  constructor(readonly session: PageSession) {}
}

class Lasting implements OutlivesReset {
  typed = $state('');
  shownKeys = $state.raw(['one']);
  stateReplaced(): void {
    this.shownKeys = [];
  }
}

/** Resolves when the session has taken over the new state. */
async function reset(): Promise<void> {
  const before = session.generation;
  await session.playground.reset('starter');
  await eventually(() => expect(session.generation).toBeGreaterThan(before));
}

let session: PageSession;
beforeEach(async () => {
  session = await openSession();
});

describe('what a session keeps for a view', () => {
  it('is made once, for each class and each session', async () => {
    const plain = session.keep(Plain);
    expect(plain.session).toBe(session);
    expect(session.keep(Plain)).toBe(plain);
    expect(session.keep(Lasting)).not.toBe(plain);
    expect((await openSession()).keep(Plain)).not.toBe(plain);
  });

  it('is made again when the state was replaced', async () => {
    const before = session.keep(Plain);
    await reset();
    const after = session.keep(Plain);
    expect(after).not.toBe(before);
    expect(session.keep(Plain)).toBe(after);
  });

  it('may outlast that without what ended, and is told once: before a view asks for it', async () => {
    const lasting = session.keep(Lasting);
    lasting.typed = 'kept';
    await reset();
    // Views ask in a derivation, in which nothing may change.
    expect(lasting).toMatchObject({ typed: 'kept', shownKeys: [] });
    expect(session.keep(Lasting)).toBe(lasting);
    lasting.shownKeys = ['two'];
    expect(session.keep(Lasting).shownKeys).toEqual(['two']);
  });
});
