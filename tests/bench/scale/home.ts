import { createPlatform, isResponse, signRequest, utf8 } from '../../../engine/index.ts';
import type { HttpRequest, Platform, Row, Snapshot } from '../../../engine/inside.ts';
import { median, short, stopwatch } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { author, initialCredentials, now, postRows, withPosts } from './world.ts';

const size = Number(process.env['BENCH_POSTS'] ?? 1_000_000);
const followed = 500;
/** Short rounds, so that other processes on the machine disturb all alike. */
const rounds = 15;
const callsARound = 60;
const onPage = 100;

/** What a page shows besides ids and texts: nothing, or what a reader of a timeline sees. */
const pages = {
  'of texts': '',
  'as people read it': '&post.fields=created_at,public_metrics,referenced_posts&expansions=author_id',
};

/** Above the first user's, so that every new post of that user comes before theirs in the index. */
const firstFollowed = 2_244_995_000;
const followedId = (at: number) => String(firstFollowed + at);
const signers = initialCredentials.filter((each) => each.kind === 'oauth1');

/** Two users of one world: one follows everybody, the other a thousandth of them. */
const crowd = { posts: 300_000, users: 50_000, few: 50 };

/**
 * The home timeline of who follows many, to the first page of one of them, by the same token: the first page, the tenth,
 * and the first when there is a new post each time.
 */
export async function home(): Promise<Figure[]> {
  return [...(await besideOneUser()), ...(await ofCrowd())];
}

/** A page of a timeline of very many authors, compared with one of few. */
async function ofCrowd(): Promise<Figure[]> {
  const { posts, users, few } = crowd;
  const reader = signers.find(({ userId }) => userId !== author)!.userId;
  const platform = createPlatform({ snapshot: world(posts, users, { [author]: users, [reader]: few }) });
  await platform.do('portal.setAbuse', false);
  await platform.do('portal.setPlan', '1700', 'pro');
  const timelineOf = (user: string) =>
    `/2/users/${user}/timelines/reverse_chronological?max_results=${onPage}`;
  const first = timelineOf(author);
  const tenth = `${first}&pagination_token=${await tokenOf(platform, first, 10)}`;
  const contestants = [
    { page: 'of few', user: reader, path: timelineOf(reader), times: [] as number[] },
    { page: 'the first page', user: author, path: first, times: [] as number[] },
    { page: 'the tenth page', user: author, path: tenth, times: [] as number[] },
    { page: 'a new first page', user: author, path: first, times: [] as number[], isNew: true },
  ];
  for (let round = 0; round < rounds; round++)
    for (const { path, user, times, isNew = false } of contestants)
      times.push(await measure(platform, path, isNew, user));
  const [floor, ...others] = contestants.map(({ page, times }) => ({ page, time: median(times) }));
  return others.map(({ page, time }) => ({
    what: `home timeline of ${short(users)}, ${short(posts)} posts: ${page}, to one of ${few}`,
    value: time / floor!.time,
    aim: 10,
    detail: `${(time * 1000).toFixed(0)} and ${(floor!.time * 1000).toFixed(0)} µs`,
  }));
}

async function besideOneUser(): Promise<Figure[]> {
  const platform = createPlatform({ snapshot: world(size, followed, { [author]: followed }) });
  await platform.do('portal.setAbuse', false);
  await platform.do('portal.setPlan', '1700', 'pro');
  const figures: Figure[] = [];
  for (const [shows, fields] of Object.entries(pages)) {
    const timeline = `/2/users/${author}/timelines/reverse_chronological?max_results=${onPage}${fields}`;
    const one = `/2/users/${followedId(7)}/posts?max_results=${onPage}${fields}`;
    const tenth = `${timeline}&pagination_token=${await tokenOf(platform, timeline, 10)}`;
    const contestants = [
      { page: 'one user', path: one, times: [] as number[] },
      { page: 'the first page', path: timeline, times: [] as number[] },
      { page: 'the tenth page', path: tenth, times: [] as number[] },
      { page: 'a new first page', path: timeline, times: [] as number[], isNew: true },
    ];
    for (let round = 0; round < rounds; round++)
      for (const { path, times, isNew = false } of contestants)
        times.push(await measure(platform, path, isNew));
    const [floor, ...others] = contestants.map(({ page, times }) => ({ page, time: median(times) }));
    for (const { page, time } of others)
      figures.push({
        what: `home timeline of ${followed}, ${short(size)} posts: ${page} ${shows}, to one user's`,
        value: time / floor!.time,
        aim: 5,
        detail: `${(time * 1000).toFixed(0)} and ${(floor!.time * 1000).toFixed(0)} µs`,
      });
  }
  return figures;
}

/** This many users share the posts in random order (Knuth 6.4); some follow the first ones. */
export function world(posts: number, users: number, follows: Readonly<Record<string, number>>): Snapshot {
  const { tables, ...head } = withPosts(
    postRows(posts).map((row, at) => ({ ...row, author_id: followedId(((at * 2654435761) >>> 9) % users) })),
  );
  const [first] = tables['users']!;
  const ids = Array.from({ length: users }, (_, at) => followedId(at));
  const people: Row[] = ids.map((id) => ({ ...first, id, username: `u${id}` }));
  const pairs: Row[] = Object.entries(follows).flatMap(([user, count]) =>
    ids.slice(0, count).map((id) => ({
      ...{ id: `${user}:${id}`, source_user_id: user, target_user_id: id, at: now },
    })),
  );
  return { ...head, tables: { ...tables, users: [...tables['users']!, ...people], follows: pairs } };
}

/** Milliseconds of processor time per call, the median of a round; the caller may post before each. */
async function measure(platform: Platform, path: string, isNew: boolean, user = author): Promise<number> {
  await platform.clock.advance(900_000);
  const times: number[] = [];
  for (let call = 0; call < callsARound; call++) {
    if (isNew) await post(platform);
    const request = signed(platform, path, 'GET', user);
    const spent = stopwatch();
    const outcome = await platform.handle(request);
    times.push(spent());
    if (call === 0) read(outcome);
  }
  return median(times);
}

async function tokenOf(platform: Platform, path: string, page: number): Promise<string> {
  let token: string | undefined;
  for (let at = 1; at < page; at++)
    token = read(await platform.handle(signed(platform, token ? `${path}&pagination_token=${token}` : path)));
  return token!;
}

let posts = 0;

async function post(platform: Platform): Promise<void> {
  const request = signed(platform, '/2/posts', 'POST');
  const outcome = await platform.handle({
    ...request,
    headers: [...request.headers, ['content-type', 'application/json']],
    body: utf8(JSON.stringify({ text: `Post ${++posts} of the bench` })),
  });
  if (!isResponse(outcome) || outcome.status !== 201) throw new Error(`Not made: ${JSON.stringify(outcome)}`);
}

let nonces = 0;

function signed(platform: Platform, path: string, method = 'GET', user = author): HttpRequest {
  const signer = signers.find(({ userId }) => userId === user);
  if (!signer) throw new Error(`${user} cannot sign`);
  const request = { method, url: `https://api.svc.example${path}`, headers: [] };
  const { authorization } = signRequest(request, signer, {
    nonce: `n${++nonces}`,
    timestamp: Math.floor(platform.clock.now() / 1000),
  });
  return { ...request, headers: [['authorization', authorization]] };
}

/** A benchmark of refusals would be worthless. Returns the token of the next page. */
function read(outcome: Awaited<ReturnType<Platform['handle']>>): string | undefined {
  const { meta } = JSON.parse('body' in outcome ? new TextDecoder().decode(outcome.body) : '{}') as {
    meta?: { result_count: number; next_token?: string };
  };
  if (meta?.result_count !== onPage) throw new Error(`Not ${onPage} posts: ${JSON.stringify(outcome)}`);
  return meta.next_token;
}
