import { beforeEach, describe, expect, it } from 'vitest';
import { openSession } from '../../tests/support/session.ts';
import type { OutlivesReset, PageSession } from './session.svelte.ts';

class Plain {
  constructor(readonly session: PageSession) {}
}

class Lasting implements OutlivesReset {
  typed = '';
  shownKeys = ['one'];
  stateReplaced(): void {
    this.shownKeys = [];
  }
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

  it('is made anew when the state was replaced', () => {
    const before = session.keep(Plain);
    session.generation += 1;
    const after = session.keep(Plain);
    expect(after).not.toBe(before);
    expect(session.keep(Plain)).toBe(after);
  });

  it('may outlast that without what ended, and is told once', () => {
    const lasting = session.keep(Lasting);
    lasting.typed = 'kept';
    session.generation += 1;
    expect(session.keep(Lasting)).toBe(lasting);
    expect(lasting).toMatchObject({ typed: 'kept', shownKeys: [] });
    lasting.shownKeys = ['two'];
    expect(session.keep(Lasting).shownKeys).toEqual(['two']);
  });
});
