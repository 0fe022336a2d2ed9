import { afterEach, expect, test, vi } from 'vitest';
import { openKept } from './kept.ts';
import { connect } from './connect.ts';

afterEach(() => vi.unstubAllGlobals());

test('a kept world has a lock, a channel and a database of its own, by its name and the site’s path', async () => {
  const names: unknown[] = [];
  vi.stubGlobal('document', { baseURI: 'https://tides.example/docs/play/embed.html?world=x#/requests' });
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor(_: URL, { name }: WorkerOptions) {
        super();
        names.push(name);
        // Nothing answers.
        setTimeout(() => this.dispatchEvent(Object.assign(new Event('error'), { message: 'none' })));
      }
      postMessage(): void {}
      terminate(): void {}
    },
  );
  const run = () => {};
  for (const opening of [openKept('harbour', {}, run), openKept('Harbour-1', {}, run), connect(run)])
    await expect(opening).rejects.toThrow('worker did not start');
  expect(names).toEqual([
    'svc-playground-embed:harbour:/docs/play/',
    'svc-playground-embed:Harbour-1:/docs/play/',
    'svc-playground:/docs/play/',
  ]);
});
