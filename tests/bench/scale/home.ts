import { createPlatform, signRequest } from '../../../engine/index.ts';
import type { HttpRequest, Platform, Row, Snapshot } from '../../../engine/index.ts';
import { median, short } from './figure.ts';
import type { Figure } from './figure.ts';
import { author, initialCredentials, now, postRows, withPosts } from './world.ts';

const size = Number(process.env['BENCH_POSTS'] ?? 1_000_000);
const followed = 500;
const rounds = 9;
/** Below what both lists allow in 15 minutes. */
const callsARound = 150;
const onPage = 100;

/** What a page shows beside ids and texts: nothing, and what a reader of a timeline sees. */
const pages = {
  'of texts': '',
  'as people read it': '&post.fields=created_at,public_metrics,referenced_posts&expansions=author_id',
};

const firstFollowed = 6_000_000;
const followedId = (at: number) => String(firstFollowed + at);
const mine = initialCredentials.find((each) => each.kind === 'oauth1' && each.userId === author);

/** The home timeline of who follows many, first page and tenth, to the first page of one of them. By the same token. */
export async function home(): Promise<Figure[]> {
  const platform = createPlatform({ snapshot: world() });
  await platform.portal.setAbuse(false);
  await platform.portal.setPlan('1700', 'pro');
  const figures: Figure[] = [];
  for (const [shows, fields] of Object.entries(pages)) {
    const timeline = `/2/users/${author}/timelines/reverse_chronological?max_results=${onPage}${fields}`;
    const paths = {
      one: `/2/users/${followedId(7)}/posts?max_results=${onPage}${fields}`,
      first: timeline,
      tenth: `${timeline}&pagination_token=${await tokenOf(platform, timeline, 10)}`,
    };
    const times = { one: [] as number[], first: [] as number[], tenth: [] as number[] };
    for (let round = 0; round < rounds; round++)
      for (const name of ['one', 'first', 'tenth'] as const)
        times[name].push(await measure(platform, paths[name]));
    const one = median(times.one);
    for (const name of ['first', 'tenth'] as const)
      figures.push({
        what: `home timeline of ${followed}, ${short(size)} posts: the ${name} page ${shows}, to one user's`,
        value: median(times[name]) / one,
        aim: 5,
        detail: `${(median(times[name]) * 1000).toFixed(0)} and ${(one * 1000).toFixed(0)} µs`,
      });
  }
  return figures;
}

/** So many users, whom the first one follows, share the posts in an order of chance (Knuth 6.4). */
function world(): Snapshot {
  const { tables, ...head } = withPosts(
    postRows(size).map((row, at) => ({
      ...row,
      author_id: followedId(((at * 2654435761) >>> 9) % followed),
    })),
  );
  const [first] = tables['users']!;
  const ids = Array.from({ length: followed }, (_, at) => followedId(at));
  const users: Row[] = ids.map((id) => ({ ...first, id, username: `u${id}` }));
  const follows: Row[] = ids.map((id) => ({
    ...{ id: `${author}:${id}`, source_user_id: author, target_user_id: id, at: now },
  }));
  return {
    ...head,
    tables: { ...tables, users: [...tables['users']!, ...users], follows },
  };
}

/** Milliseconds a call, the median of a round. */
async function measure(platform: Platform, path: string): Promise<number> {
  await platform.clock.advance(900_000);
  const times: number[] = [];
  for (let call = 0; call < callsARound; call++) {
    const request = signed(platform, path);
    const start = performance.now();
    const outcome = await platform.handle(request);
    times.push(performance.now() - start);
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

let nonces = 0;

function signed(platform: Platform, path: string): HttpRequest {
  if (mine?.kind !== 'oauth1') throw new Error('Nobody can sign');
  const request = { method: 'GET', url: `https://api.svc.example${path}`, headers: [] };
  const { authorization } = signRequest(request, mine, {
    nonce: `n${++nonces}`,
    timestamp: Math.floor(platform.clock.now() / 1000),
  });
  return { ...request, headers: [['authorization', authorization]] };
}

/** A bench of refusals would be worthless. Gives the token of the next page. */
function read(outcome: Awaited<ReturnType<Platform['handle']>>): string | undefined {
  const { meta } = JSON.parse('body' in outcome ? new TextDecoder().decode(outcome.body) : '{}') as {
    meta?: { result_count: number; next_token?: string };
  };
  if (meta?.result_count !== onPage) throw new Error(`Not ${onPage} posts: ${JSON.stringify(outcome)}`);
  return meta.next_token;
}
