import { createPlatform, encodeForm } from '../../../engine/inside.ts';
import type { Platform } from '../../../engine/index.ts';
import { median, short } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { author, initialCredentials, now, postRows, withPosts } from './world.ts';

const sizes = [10_000, 100_000, 1_000_000];
const rounds = 9;
const callsARound = 300;
/** The distant page, and its aim in the largest world. */
const far = 5000;
const farAim = 1.2;

const bearer = initialCredentials.find((each) => each.kind === 'app')!;

/** Every kind of page compared with the first one. */
export async function paging(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of sizes) {
    const platform = createPlatform({ snapshot: withPosts(postRows(size)) });
    await platform.do('portal.setAbuse', false);
    // The largest pages that exist in this number; with 10 k posts only 2,000, of the smallest size.
    const onPage = Math.min(100, Math.max(5, size / far));
    const page = Math.min(far, size / onPage);
    const queries: Record<string, Record<string, string>> = {
      'the first page': {},
      '`since_id` with no hit': { since_id: '9'.repeat(18) + '0' },
      '`start_time` of the last hour': { start_time: new Date(now - 3_600_000).toISOString() },
      [`page ${page.toLocaleString('en')}`]: { pagination_token: await tokenOf(platform, page, onPage) },
    };
    const times = new Map(Object.keys(queries).map((name) => [name, [] as number[]]));
    for (let round = 0; round < rounds; round++)
      for (const [name, query] of Object.entries(queries))
        times
          .get(name)!
          .push(
            await measure(
              platform,
              { ...query, max_results: String(onPage) },
              name.includes('no hit') ? 0 : onPage,
            ),
          );
    const [first, ...others] = Array.from(times, ([name, values]) => [name, median(values)] as const);
    for (const [name, value] of others)
      figures.push({
        what: `${name}, of ${short(size)} posts, to the first page of ${onPage}`,
        value: value / first![1],
        aim: name.startsWith('page') && size === sizes.at(-1) ? farAim : 1.5,
        detail: `${(value * 1000).toFixed(0)} and ${(first![1] * 1000).toFixed(0)} µs`,
      });
  }
  return figures;
}

/** Milliseconds per call, the median of a round. */
async function measure(platform: Platform, query: Record<string, string>, found: number): Promise<number> {
  await platform.clock.advance(900_000);
  const times: number[] = [];
  for (let call = 0; call < callsARound; call++) {
    const start = performance.now();
    const outcome = await platform.handle(request(query));
    times.push(performance.now() - start);
    if (call === 0) demand(outcome, found);
  }
  return median(times);
}

/** The token of a page, found by paging to it. */
async function tokenOf(platform: Platform, page: number, onPage: number): Promise<string> {
  let token: string | undefined;
  for (let at = 1; at < page; at++) {
    if (at % 1000 === 1) await platform.clock.advance(900_000);
    const query = { max_results: String(onPage), ...(token !== undefined && { pagination_token: token }) };
    const outcome = await platform.handle(request(query));
    token = demand(outcome, onPage);
  }
  return token!;
}

const request = (query: Record<string, string>) => ({
  method: 'GET',
  url: `https://api.svc.example/2/users/${author}/posts?${encodeForm(Object.entries(query))}`,
  headers: [['authorization', `Bearer ${bearer.bearer_token}`]] as const,
});

/** A benchmark of refusals would be worthless. Returns the token of the next page. */
function demand(outcome: Awaited<ReturnType<Platform['handle']>>, found: number): string | undefined {
  const { meta } = JSON.parse('body' in outcome ? new TextDecoder().decode(outcome.body) : '{}') as {
    meta?: { result_count: number; next_token?: string };
  };
  if (meta?.result_count !== found) throw new Error(`Not ${found} posts: ${JSON.stringify(outcome)}`);
  return meta.next_token;
}
