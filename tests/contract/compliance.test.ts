import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPlatform, utf8 } from '../../engine/index.ts';
import type { Platform } from '../../engine/index.ts';
import { endpointOf, example } from '../../testing/examples.ts';
import { caller, durable, start } from '../../testing/platform.ts';
import type { Answer } from '../../testing/platform.ts';
import { rounds } from '../support/rounds.ts';

const [second, minute, day] = [1000, 60_000, 86_400_000];
const mira = '2244994945';
const post = '2020777185899446272';

type World = Awaited<ReturnType<typeof start>>;
type Job = Readonly<Record<string, string>> & { readonly id: string };

const create = async ({ as }: World, body: object = { type: 'posts' }): Promise<Job> => {
  const answer = await as.bearer().post('/2/compliance/jobs', body);
  expect(answer.status).toBe(200);
  return answer.json.data as unknown as Job;
};
const status = async ({ as }: World, { id }: Job) =>
  (await as.bearer().get(`/2/compliance/jobs/${id}`)).json.data.status;
const upload = ({ as }: World, { upload_url }: Job, text: string, type = 'text/plain'): Promise<Answer> =>
  as.anonymous.send({
    method: 'PUT',
    path: upload_url!,
    headers: [['content-type', type]],
    body: utf8(text),
  });
const download = ({ as }: World, { download_url }: Job): Promise<Answer> =>
  as.anonymous.send({ path: download_url! });
const lines = (answer: Answer): unknown[] =>
  answer.text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);

const protect = (platform: Platform, id: string): Platform => {
  const snapshot = platform.snapshot();
  const users = snapshot.tables.users!.map((user) => (user.id === id ? { ...user, protected: true } : user));
  return createPlatform({ snapshot: { ...snapshot, tables: { ...snapshot.tables, users } } });
};

describe('a compliance job', () => {
  test('goes from created through in progress to complete, and is deleted after a week', async () => {
    const world = await start();
    const { platform, as } = world;
    const began = platform.clock.now();
    const job = await create(world, { type: 'posts', name: 'Nightly' });
    expect(job).toMatchObject({
      ...{ type: 'posts', status: 'created', name: 'Nightly', created_at: new Date(began).toISOString() },
      upload_expires_at: new Date(began + 15 * minute).toISOString(),
      download_expires_at: new Date(began + 7 * day).toISOString(),
    });
    expect(job).not.toHaveProperty('secret');
    const early = await download(world, job);
    expect([early.status, early.code]).toEqual([404, 144]);
    expect(early.json.errors[0]!.message).toBe(`Job ${job.id} has no result: it waits for ids`);

    const deleted = (await as.user().post('/2/posts', { text: 'Not for long' })).json.data.id;
    const deletedAt = new Date(platform.clock.now()).toISOString();
    await as.user().delete(`/2/posts/${deleted}`);
    const sent = await upload(world, job, `${post}\r\n${deleted}\n\n ${post} \n${deleted}`);
    expect([sent.status, sent.json]).toEqual([200, { data: { id_count: 2 } }]);
    expect(await status(world, job)).toBe('in_progress');
    const during = await download(world, job);
    expect([during.status, during.json.errors[0]!.message]).toEqual([
      404,
      `Job ${job.id} has no result: it is in progress`,
    ]);
    await platform.clock.advance(11 * second - 1);
    expect(await status(world, job)).toBe('in_progress');
    await platform.clock.advance(1);
    expect(await status(world, job)).toBe('complete');

    const result = await download(world, job);
    expect(result.header('content-type')).toBe('text/plain; charset=utf-8');
    expect(lines(result)).toEqual([
      { id: deleted, action: 'delete', created_at: deletedAt, reason: 'deleted' },
    ]);
    await platform.clock.advance(began + 7 * day - platform.clock.now() - 1);
    expect((await download(world, job)).status).toBe(200);
    await platform.clock.advance(1);
    expect((await download(world, job)).status).toBe(404);
    expect((await as.bearer().get(`/2/compliance/jobs/${job.id}`)).status).toBe(404);
    expect(platform.snapshot().tables.compliance_jobs).toEqual([]);
    expect(platform.snapshot().tables.jobs!.map(({ name }) => name)).not.toContain('complianceStep');
  });

  test('fails when no ids came in time', async () => {
    const world = await start();
    const job = await create(world);
    await world.platform.clock.advance(15 * minute - 1);
    expect(await status(world, job)).toBe('created');
    await world.platform.clock.advance(1);
    expect(await status(world, job)).toBe('failed');
    const late = await upload(world, job, post);
    expect([late.status, late.code]).toEqual([403, 220]);
    expect(late.json.errors[0]!.message).toMatch(
      /^Job \d+ takes no more ids|^The address for uploads expired/,
    );
    expect((await download(world, job)).json.errors[0]!.message).toContain(
      'it failed, because no ids came in time',
    );
    expect(await status(world, job)).toBe('failed');
  });

  test('that is open in the starting data accepts ids on any day of its week', async () => {
    const { platform, as } = await start({ scenario: 'starter' });
    await as.bearer().get('/2/compliance/jobs?type=posts');
    await platform.clock.advance(7 * day - minute);
    expect((await as.anonymous.send(example(endpointOf('uploadComplianceIds'), as))).status).toBe(200);
    await platform.clock.advance(minute);
    expect(platform.snapshot().tables.compliance_jobs).toEqual([]);
  });

  test('of users: who is gone and who is protected now, in the order of the ids', async () => {
    const first = await start();
    const platform = protect(first.platform, '2244994946');
    const world = { platform, as: caller(platform, first.platform.initialCredentials) };
    const users = await create(world, { type: 'users' });
    const posts = await create(world, { type: 'posts' });
    const jonasPost = '2020792285393846272';
    await upload(world, users, ['1428897391', '2244994946', mira].join('\n'));
    // Ids that the platform cannot have issued give no time: too short, or of the year 2079.
    const [short, later] = ['1', '9223372036854775807'];
    await upload(world, posts, [post, jonasPost, short, later].join('\n'));
    await platform.clock.advance(minute);
    expect(lines(await download(world, users))).toEqual([
      { id: '1428897391', action: 'delete', reason: 'deleted' },
      { id: '2244994946', action: 'delete', created_at: '2024-05-12T09:00:00.000Z', reason: 'protected' },
    ]);
    expect(lines(await download(world, posts))).toEqual([
      { id: jonasPost, action: 'delete', created_at: '2026-02-09T09:30:00.000Z', reason: 'protected' },
      { id: short, action: 'delete', reason: 'deleted' },
      { id: later, action: 'delete', reason: 'deleted' },
    ]);
  });

  test('a result without a line is empty', async () => {
    const world = await start();
    const job = await create(world);
    await upload(world, job, post);
    await world.platform.clock.advance(minute);
    const result = await download(world, job);
    expect([result.status, result.text]).toEqual([200, '']);
  });

  test('survives a restart at every step', async () => {
    const first = await start();
    const again = ({ platform }: World): World => {
      const opened = createPlatform({ snapshot: structuredClone(platform.snapshot()) });
      return { platform: opened, as: caller(opened, first.platform.initialCredentials) };
    };
    const job = await create(first);
    const uploading = again(first);
    await upload(uploading, job, '7');
    const working = again(uploading);
    await working.platform.clock.advance(minute);
    const done = again(working);
    expect(await status(done, job)).toBe('complete');
    expect(lines(await download(done, job))).toHaveLength(1);
  });

  test('a resumable one accepts more ids until it is complete, any other only one upload', async () => {
    const world = await start();
    const { clock } = world.platform;
    const plain = await create(world);
    const resumable = await create(world, { type: 'posts', resumable: true });
    expect((await upload(world, plain, '1')).status).toBe(200);
    expect((await upload(world, plain, '2')).status).toBe(403);
    await upload(world, resumable, '1\n2');
    await clock.advance(8 * second);
    expect((await upload(world, resumable, '2\n3')).json.data).toEqual({ id_count: 3 });
    await clock.advance(8 * second);
    expect([await status(world, plain), await status(world, resumable)]).toEqual(['complete', 'in_progress']);
    await clock.advance(3 * second);
    expect(await status(world, resumable)).toBe('complete');
    expect(lines(await download(world, resumable)).map((line) => (line as Job).id)).toEqual(['1', '2', '3']);
    expect((await upload(world, resumable, '4')).status).toBe(403);
  });

  test('more ids take longer, up to a minute, within bounds', async () => {
    const world = await start();
    const job = await create(world, { type: 'posts', resumable: true });
    const many = Array.from({ length: 100_000 }, (_, at) => String(at)).join('\n');
    expect((await upload(world, job, many)).json.data).toEqual({ id_count: 100_000 });
    await world.platform.clock.advance(59 * second);
    expect(await status(world, job)).toBe('in_progress');
    const over = await upload(world, job, '200000');
    expect([over.status, over.code]).toEqual([400, 214]);
    await world.platform.clock.advance(second);
    expect(await status(world, job)).toBe('complete');
    const large = await upload(world, await create(world), '1\n'.repeat(4 * 1024 * 1024 + 1));
    expect([large.status, large.code]).toEqual([413, 25]);
  });
});

describe('the addresses of a job', () => {
  test('refuse invalid ids and invalid text, and change nothing', async () => {
    const world = await start();
    const job = await create(world);
    const before = durable(world.platform);
    for (const [text, message] of [
      ['1\n2\nthree', 'Line 3 of the body is not an id: [three]'],
      ['1,2', 'Line 1 of the body is not an id: [1,2]'],
      ['12345678901234567890', 'Line 1 of the body is not an id: [12345678901234567890]'],
      ['', 'The body has no ids'],
      [' \n\n', 'The body has no ids'],
    ] as const) {
      const answer = await upload(world, job, text);
      expect([answer.status, answer.json.errors]).toEqual([400, [{ code: 214, message }]]);
    }
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/html'])
      expect((await upload(world, job, '1', type)).status).toBe(415);
    const octets = await world.as.anonymous.send({
      ...{ method: 'PUT', path: job.upload_url!, headers: [['content-type', 'text/plain']] },
      body: Uint8Array.of(0x31, 0xff),
    });
    expect([octets.status, octets.code]).toEqual([400, 214]);
    expect(durable(world.platform)).toBe(before);
  });

  test('open by their secret alone, regardless of the credentials', async () => {
    const world = await start();
    const { as } = world;
    const [job, other] = [await create(world), await create(world)];
    const secretOf = (url: string) => url.split('/').at(-1)!;
    const wrong = [
      job.upload_url!.replace(secretOf(job.upload_url!), secretOf(other.upload_url!)),
      job.upload_url!.slice(0, -1),
      job.upload_url!.replace(job.id, '7'),
      job.upload_url!.replace(job.id, '__proto__'),
    ];
    for (const path of wrong)
      for (const client of [as.anonymous, as.bearer(), as.user()]) {
        const answer = await client.send({ ...{ method: 'PUT', path }, ...text('1') });
        expect([answer.status, answer.code]).toEqual([404, 34]);
      }
    const given = await as
      .bearer('Harbour Desk')
      .send({ ...{ method: 'PUT', path: job.upload_url! }, ...text('1') });
    expect(given.status).toBe(200);
    expect(given.exchange).toMatchObject({ appId: '26001', userId: null });
    const plain = await as.anonymous.send({ path: job.download_url!.replace('https:', 'http:') });
    expect([plain.status, plain.code]).toEqual([403, 92]);
  });

  test('count in the limits of the App, and are closed with it', async () => {
    const world = await start();
    const job = await create(world);
    const first = await download(world, job);
    expect([first.number('svc-rate-limit-limit'), first.number('svc-rate-limit-remaining')]).toEqual([
      300, 299,
    ]);
    for (let turn = 1; turn < 300; turn++) await download(world, job);
    const refused = await download(world, job);
    expect([refused.status, refused.code]).toEqual([429, 88]);
    expect((await upload(world, job, '1')).status).toBe(200);
    await world.platform.do('portal.deleteApp', '26001');
    expect((await download(world, job)).status).toBe(404);
    expect((await upload(world, job, '1')).status).toBe(404);
    // The job planned for it finds nothing to do.
    await world.platform.clock.advance(8 * day);
    expect(world.platform.snapshot().tables.compliance_jobs).toEqual([]);
  });
});

describe('jobs of an App', () => {
  test('are listed by type and status, the latest first; other Apps do not see them', async () => {
    const world = await start();
    const { as } = world;
    const list = async (query: string, app?: string) =>
      (await as.bearer(app).get(`/2/compliance/jobs?${query}`)).json;
    expect(await list('type=posts')).toEqual({ meta: { result_count: 0 } });
    const [one, two] = [await create(world), await create(world)];
    const users = await create(world, { type: 'users' });
    await upload(world, one, '1');
    const ids = async (query: string) => idsOf((await list(query)).data);
    expect(await ids('type=posts')).toEqual([two.id, one.id]);
    expect(await ids('type=users')).toEqual([users.id]);
    expect(await ids('type=posts&status=in_progress')).toEqual([one.id]);
    await world.platform.clock.advance(15 * minute);
    expect(await ids('type=posts&status=failed')).toEqual([two.id]);
    expect(await ids('type=posts&status=complete')).toEqual([one.id]);
    expect(await ids('type=posts&status=created')).toBeUndefined();
    expect(await list('type=posts', 'Northwind Viewer')).toEqual({ meta: { result_count: 0 } });
    const foreign = await as.bearer('Northwind Viewer').get(`/2/compliance/jobs/${one.id}`);
    expect([foreign.status, foreign.code]).toEqual([404, 144]);
    for (const query of ['', 'type=likes', 'type=posts&status=done'])
      expect((await as.bearer().get(`/2/compliance/jobs?${query}`)).status).toBe(400);
  });

  test.each([
    [{}],
    [{ type: 'likes' }],
    [{ type: 'posts', name: '' }],
    [{ type: 'posts', name: 'x'.repeat(65) }],
    [{ type: 'posts', resumable: 1 }],
    [{ type: 'posts', more: 1 }],
  ])('are not made of %j', async (body) => {
    const { as } = await start();
    expect((await as.bearer().post('/2/compliance/jobs', body)).status).toBe(400);
  });
});

test('the result has each id once, with its state in the world', async () => {
  const posts = [post, '2020792285393846272', '2021849250001846272'];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.constantFrom(...posts), fc.bigInt(1n, 2_100_000_000_000_000_000n).map(String)), {
        minLength: 1,
        maxLength: 30,
      }),
      fc.subarray(posts),
      async (ids, deleted) => {
        const world = await start();
        const { as, platform } = world;
        const job = await create(world);
        await upload(world, job, ids.join('\n'));
        // The state of the world when the job is processed counts.
        for (const id of deleted)
          for (const who of ['mira_holm', 'jonas_berg']) await as.user(who).delete(`/2/posts/${id}`);
        await platform.clock.advance(minute);
        const rows = platform.snapshot().tables.posts!.map(({ id }) => id);
        expect(lines(await download(world, job)).map((line) => (line as Job).id)).toEqual(
          [...new Set(ids)].filter((id) => !rows.includes(id)),
        );
      },
    ),
    rounds(12, 240),
  );
});

const idsOf = (data: readonly { readonly id: string }[] | undefined) => data?.map(({ id }) => id);
const text = (body: string) => ({ headers: [['content-type', 'text/plain']] as const, body: utf8(body) });
