import { expect, test } from 'vitest';
import { createPlatform } from '../../engine/index.ts';
import type { ChangeSet } from '../../engine/inside.ts';
import { caller, inhabitedStarter } from '../../testing/platform.ts';

/**
 * A call that is repeated after a crash gets the answer that was recorded (choice: request-id): what it changed and that
 * answer are kept together, or a crash between the two would have the call refused for what it did itself.
 */
test.each(['posts', 'Lists'])('calls that wait for the same part of the platform: %s', async (what) => {
  const { snapshot, credentials } = await inhabitedStarter();
  const commits: ChangeSet[] = [];
  const platform = createPlatform({
    snapshot,
    commit: (changes) => {
      commits.push(changes);
      return Promise.resolve();
    },
  });
  const user = caller(platform, credentials).user();
  const calls = Array.from({ length: 5 }, (_, at) =>
    platform.handle({
      ...user.prepare({
        method: 'POST',
        path: what === 'posts' ? '/2/posts' : '/2/lists',
        json: what === 'posts' ? { text: `Said once ${at}` } : { name: `List ${at}` },
      }),
      id: `call ${at}`,
    }),
  );
  for (const outcome of await Promise.all(calls)) expect(outcome).toMatchObject({ status: 201 });
  const table = what === 'posts' ? 'posts' : 'lists';
  const made = commits.filter((changes) => changes[table]);
  expect(made.flatMap((changes) => changes[table]!.added)).toHaveLength(5);
  for (const changes of made)
    expect(changes['exchanges']?.updated).toHaveLength(changes[table]!.added.length);
});
