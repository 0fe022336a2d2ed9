import { expect, test } from 'vitest';
import { endpointOf, example } from '../../testing/examples.ts';
import { start } from '../../testing/platform.ts';

const ids = ['createPost', 'getMe', 'getDmEvents', 'searchAllPosts', 'getUser', 'getCampaigns'];
const early = [
  'unsupportedAuthentication',
  'writeForbidden',
  'messagesForbidden',
  'notEnrolled',
  'planLacksEndpoint',
  'appSuspended',
];

test('exactly the rows fail whose problem a real call with this credential is refused with', async () => {
  const { platform, as } = await start();
  const met = new Set<string>();
  for (const credential of platform.initialCredentials) {
    if (credential.kind !== 'oauth1' && credential.kind !== 'app') continue;
    const client =
      credential.kind === 'oauth1' ? as.signing(credential) : as.withBearer(credential.bearer_token);
    for (const id of ids) {
      const standing = await platform.ask('tokens.standing', id, credential);
      const failed = Object.values(standing!).flatMap((row) => (row.is === 'failed' ? [row.problem] : []));
      const { trace } = (await client.send(example(endpointOf(id), as))).exchange;
      const problem = trace.find((line) => line.problem !== undefined)?.problem;
      if (problem !== undefined && early.includes(problem)) {
        expect(failed, `${id} by ${credential.id}`).toContain(problem);
        met.add(problem);
      } else expect(failed, `${id} by ${credential.id}`).toEqual([]);
    }
  }
  expect([...met].sort()).toEqual([...early].sort());
});

test('a credential that has ended has no standing', async () => {
  const { platform, as } = await start();
  const credential = { ...as.credential('app', 'Northwind Reader'), bearer_token: 'ended' };
  expect(await platform.ask('tokens.standing', 'getUser', credential)).toBeNull();
  expect(
    await platform.ask('tokens.standing', 'nothing', as.credential('app', 'Northwind Reader')),
  ).toBeNull();
});
