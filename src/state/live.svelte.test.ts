import { tick } from 'svelte';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPlayground } from '../../tests/support/session.ts';
import { eventually } from '../../tests/support/eventually.ts';
import type { PlaygroundEvent } from '../../worker/api.ts';
import { Live } from './live.svelte.ts';

/** A question that the test answers, in any order. */
function openQuestion() {
  const asked: { readonly resolve: (answer: string) => void; readonly reject: (cause: Error) => void }[] = [];
  const question = () =>
    new Promise<string>((resolve, reject) => {
      asked.push({ resolve, reject });
    });
  return { asked, question };
}

/** Events that the test sends, and their subscribers. */
function openPage() {
  const listeners = new Set<(event: PlaygroundEvent) => void>();
  return {
    listeners,
    playground: {
      subscribe: (listener: (event: PlaygroundEvent) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    tell: (type: 'portal' | 'catalog') => listeners.forEach((listener) => listener({ type })),
  };
}

const onPortal = { when: ({ type }: PlaygroundEvent) => type === 'portal' };

/** Long enough for everything that is due without a pause. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('a followed question', () => {
  it('is asked at once, and again after a relevant event', async () => {
    const page = openPage();
    const { asked, question } = openQuestion();
    const live = new Live(page, question, onPortal);
    onTestFinished(live.follow());
    expect([asked.length, live.value, live.isSettled]).toEqual([1, null, false]);
    asked[0]!.resolve('first');
    await eventually(() => expect(live.value).toBe('first'));
    page.tell('catalog');
    await aMoment();
    expect(asked).toHaveLength(1);
    page.tell('portal');
    await eventually(() => expect(asked).toHaveLength(2));
    expect([live.value, live.isSettled], 'the last value stays').toEqual(['first', true]);
  });

  it('is asked once for all events in a pause, and once for all that happen while it is being asked', async () => {
    const page = openPage();
    const { asked, question } = openQuestion();
    const live = new Live(page, question, { ...onPortal, pause: 5 });
    onTestFinished(live.follow());
    for (let turn = 0; turn < 5; turn++) page.tell('portal');
    await aMoment();
    expect(asked, 'one question at a time').toHaveLength(1);
    asked[0]!.resolve('before the events');
    await eventually(() => expect(asked).toHaveLength(2));
    asked[1]!.resolve('after them');
    await eventually(() => expect(live.value).toBe('after them'));
    for (let turn = 0; turn < 5; turn++) page.tell('portal');
    await eventually(() => expect(asked).toHaveLength(3));
    await aMoment();
    expect(asked).toHaveLength(3);
  });

  it('is asked again when what it reads changes; a late answer never overwrites a newer one', async () => {
    const { asked, question } = openQuestion();
    let id = $state('one');
    const live = new Live(openPage(), () => (id === '' ? 'nothing' : question()));
    onTestFinished(
      $effect.root(() => {
        $effect(() => live.follow());
      }),
    );
    await tick();
    expect(asked).toHaveLength(1);
    id = 'two';
    await tick();
    expect(asked).toHaveLength(2);
    asked[1]!.resolve('of two');
    await eventually(() => expect(live.value).toBe('of two'));
    asked[0]!.resolve('of one');
    await aMoment();
    expect(live.value).toBe('of two');
    id = '';
    await eventually(() => expect(live.value, 'an answer that needs no question').toBe('nothing'));
  });

  it('also drops a late failure', async () => {
    const { asked, question } = openQuestion();
    const live = new Live(openPage(), question);
    live.follow()();
    onTestFinished(live.follow());
    asked[1]!.resolve('newer');
    await eventually(() => expect(live.value).toBe('newer'));
    asked[0]!.reject(new Error('late'));
    await aMoment();
    expect(live.failure).toBeNull();
  });

  it('reports a failure once, keeps the last value, and is asked again', async () => {
    const page = openPage();
    const { asked, question } = openQuestion();
    const live = new Live(page, question, onPortal);
    const told: (string | null)[] = [];
    onTestFinished(
      $effect.root(() => {
        $effect(() => live.follow());
        $effect(() => {
          told.push(live.failure);
        });
      }),
    );
    await tick();
    asked[0]!.resolve('first');
    await eventually(() => expect(live.value).toBe('first'));
    for (const at of [1, 2]) {
      page.tell('portal');
      await eventually(() => expect(asked).toHaveLength(at + 1));
      asked[at]!.reject(new Error('There is no engine.'));
      await aMoment();
    }
    expect([live.value, live.failure, live.isSettled]).toEqual(['first', 'There is no engine.', true]);
    page.tell('portal');
    await eventually(() => expect(asked).toHaveLength(4));
    asked[3]!.resolve('second');
    await eventually(() => expect(live.value).toBe('second'));
    await tick();
    expect(told).toEqual([null, 'There is no engine.', null]);
  });

  it('says in the words of the page that a file did not arrive, whichever browser says so', async () => {
    for (const message of [
      'Failed to fetch dynamically imported module: https://a.example/assets/b-1234567.js',
      'error loading dynamically imported module: https://a.example/assets/b-1234567.js',
      'Importing a module script failed.',
    ]) {
      const live = new Live(openPage(), () => Promise.reject<string>(new TypeError(message)));
      onTestFinished(live.follow());
      await eventually(() => expect(live.isSettled).toBe(true));
      expect(live.failure).toBe(
        'A part of the playground could not be loaded from the server. Load the page again.',
      );
    }
  });

  it('fails if asking throws synchronously', async () => {
    const live = new Live<string>(openPage(), () => {
      throw new Error('No such page.');
    });
    onTestFinished(live.follow());
    await eventually(() => expect(live.failure).toBe('No such page.'));
  });
});

describe('when it is no longer followed', () => {
  it('asks and accepts nothing, even if an event was due', async () => {
    const page = openPage();
    const { asked, question } = openQuestion();
    const live = new Live(page, question, { ...onPortal, pause: 5 });
    const stop = live.follow();
    asked[0]!.resolve('first');
    await eventually(() => expect(live.value).toBe('first'));
    page.tell('portal');
    await eventually(() => expect(asked).toHaveLength(2));
    page.tell('portal');
    void live.look();
    stop();
    expect(page.listeners.size).toBe(0);
    asked[1]!.resolve('late');
    page.tell('portal');
    await aMoment();
    expect([asked.length, live.value]).toEqual([2, 'first']);
  });

  it('continues for its other followers, and handles each event once', async () => {
    const page = openPage();
    const { asked, question } = openQuestion();
    const live = new Live(page, question, onPortal);
    const stop = live.follow();
    onTestFinished(live.follow());
    expect(page.listeners.size).toBe(1);
    stop();
    asked.at(-1)!.resolve('for the other');
    await eventually(() => expect(live.value).toBe('for the other'));
  });
});

describe('a refresh', () => {
  it('resolves when there is a newer answer', async () => {
    const { asked, question } = openQuestion();
    const live = new Live(openPage(), question);
    onTestFinished(live.follow());
    const looks = [live.look(), live.look()];
    asked[0]!.resolve('before');
    await eventually(() => expect(asked).toHaveLength(2));
    asked[1]!.resolve('after');
    await Promise.all(looks);
    expect([live.value, asked.length]).toEqual(['after', 2]);
  });
});

it('follows the platform itself', async () => {
  const playground = await openPlayground();
  const apps = new Live({ playground }, async () => (await playground.greet()).world.apps.length, onPortal);
  onTestFinished(apps.follow());
  await eventually(() => expect(apps.value).toBeGreaterThan(0));
  const before = apps.value!;
  await playground.do('portal.createApp', 'One more', null);
  await eventually(() => expect(apps.value).toBe(before + 1));
});
