import { isRecord } from '../../engine/inside.ts';
import type { Call, Evidence, Facts } from '../format/facts.ts';
import type { Fact, Lesson, Miss } from '../format/lesson.ts';
import { inBrief, missBy, writtenDown } from '../format/miss.ts';
import { resourcesOf, tokenOf, walksIn } from '../format/pages.ts';
import type { Walk } from '../format/pages.ts';
import {
  app,
  arrange,
  ofTheDay,
  ofTheHarbour,
  ofTheLastSecond,
  postsOfJonas,
  repliesOfJonas,
} from './posts.ts';

const jonas = '2244994946';
const search = 'searchRecentPosts';
const timeline = 'getPostsOfUser';

const address = (...parts: readonly string[]): string => `#/requests/${parts.join('&')}&auth=app`;
const query = (text: string): string => `query.query=${encodeURIComponent(text)}`;
const harbour = query('(fog OR rain) harbour');
const fog = address(`${search}?${query('fog')}`);
const brackets = address(`${search}?${harbour}`);
const day = address(
  `${search}?${harbour}`,
  'query.start_time=2026-03-01T00:00:00Z',
  'query.end_time=2026-03-02T00:00:00Z',
);
const posts = address(
  `${timeline}?path.id=${jonas}`,
  'query.exclude=replies',
  'query.max_results=5',
  'tab=pages',
);
const replies = address(`${search}?${query('from:jonas_berg is:reply')}`, 'tab=pages');

const searches = (facts: Facts): readonly Call[] => facts.calls(search);
const textsOf = (data: Call['data']): ReadonlySet<string> =>
  new Set(data.map((each) => String(each['text'])));
const lacking = (wanted: ReadonlySet<string>, found: ReadonlySet<string>): readonly string[] =>
  [...wanted].filter((text) => !found.has(text));
const same = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  lacking(a, b).length === 0 && lacking(b, a).length === 0;
const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** The parameters that a refusal names. */
const blamed = (call: Call): readonly string[] =>
  call.errors.flatMap(({ parameters }) => (isRecord(parameters) ? Object.keys(parameters) : []));

/** Why a search was refused. */
function refused(call: Call, to: string): Miss {
  const names = blamed(call);
  return missBy(call, {
    headline: names.includes('query')
      ? 'The query cannot be read'
      : names.some((name) => name === 'start_time' || name === 'end_time')
        ? 'This is not a time that the search accepts'
        : 'The search was refused',
    seen: `${call.status}`,
    wanted: 'an answer with 200',
    act: { label: 'Open the search', to },
  });
}

const found = (
  text: string,
  goal: ReadonlySet<string>,
  to: string,
  why: (call: Call, texts: ReadonlySet<string>) => Pick<Miss, 'headline' | 'because'>,
): Fact => ({
  text,
  met(facts): Evidence | null {
    const call = searches(facts).find((each) => each.isAccepted && same(textsOf(each.data), goal));
    return call ? call.shows(`exactly ${counted(goal.size, 'post')}`) : null;
  },
  missed(facts) {
    const call = searches(facts).at(-1);
    if (!call) return null;
    if (!call.isAccepted) return refused(call, to);
    const texts = textsOf(call.data);
    return missBy(call, {
      seen: `${counted(texts.size, 'post')} for ${inBrief(call.query.get('query') ?? '')}`,
      wanted: `the ${counted(goal.size, 'post')} that fit, and no other`,
      act: { label: 'Open the search', to },
      ...why(call, texts),
    });
  },
});

const anythingFound: Fact = {
  text: 'a search **finds posts**',
  met(facts) {
    const call = searches(facts).find((each) => each.isAccepted && each.data.length > 0);
    return call ? call.shows(`${counted(call.data.length, 'post')} found`) : null;
  },
  missed(facts) {
    const call = searches(facts).at(-1);
    if (!call) return null;
    if (!call.isAccepted) return refused(call, fog);
    return missBy(call, {
      headline: 'Nobody has posted that',
      seen: `nothing for ${inBrief(call.query.get('query') ?? '')}`,
      wanted: 'at least one post',
      because: 'A search without a hit is answered with 200 and without `data`.',
      act: { label: 'Open the search', to: fog },
    });
  },
};

const bothWords = found(
  'a search finds **fog or rain at the harbour**, and nothing else',
  ofTheHarbour,
  brackets,
  (_, texts) => {
    if (lacking(texts, ofTheHarbour).length > 0)
      return {
        headline: 'Posts are found that are not about fog or rain at the harbour',
        because:
          'A space binds closer than OR: without brackets, one word alone is enough for a post to be found.',
      };
    if (texts.size === 0)
      return {
        headline: 'No post has all of these words',
        because: 'Words side by side must all be in one post.',
      };
    return {
      headline: 'Some of the posts are missing',
      because: 'The query has a condition that not all of the posts meet.',
    };
  },
);

const onTheDay = found(
  'a search finds those of **1 March in UTC**, and nothing else',
  ofTheDay,
  day,
  (call, texts) => {
    const missing = lacking(ofTheDay, texts);
    if (missing.length === 1 && missing[0] === ofTheLastSecond && texts.size === ofTheDay.size - 1)
      return {
        headline: 'The last second of the day is missing',
        because: '`end_time` is not part of the span: a post of 23:59:59.5 comes after 23:59:59.',
      };
    if (call.query.get('start_time') === null || call.query.get('end_time') === null)
      return {
        headline: 'One end of the day is open',
        because:
          'Without `start_time` a search goes back seven days, and without `end_time` it goes on until now.',
      };
    if (missing.length > 0)
      return {
        headline: 'Posts of the day are missing',
        because: 'The span between `start_time` and `end_time` begins too late, or ends too early.',
      };
    return {
      headline: 'Posts of other days are found',
      because: 'The span between `start_time` and `end_time` is longer than the day in UTC.',
    };
  },
);

const sizeOf = (call: Call): number => Number(call.query.get('max_results') ?? 10);

/** Where paging stopped before the end of its list. */
function stopped({ pages }: Walk, of: string, to: string): Miss {
  const last = pages.at(-1);
  const count = last?.data.length ?? 0;
  const told = {
    seen: `${counted(pages.length, 'page')} of ${of}, the last with ${counted(count, 'post')}`,
    wanted: 'pages up to the one without next_token',
    sequence: last?.exchange.sequence ?? null,
    act: { label: 'Go on in Pages', to },
  };
  if (count === 0)
    return {
      ...told,
      headline: 'This page is empty, and it is not the last one',
      because: 'Its `meta` has a `next_token`: after the posts that were left out, others follow.',
    };
  if (last && count < sizeOf(last))
    return {
      ...told,
      headline: 'This page is short, and it is not the last one',
      because: 'Its `meta` has a `next_token`: a page can have fewer posts than it was asked for.',
    };
  return {
    ...told,
    headline: 'There is another page',
    because: 'Its `meta` has a `next_token`, which the next call gives back.',
  };
}

/** A page requested with a token that its list did not return, or one that continues no earlier page. */
const strayed = (call: Call, to: string): Miss =>
  missBy(call, {
    headline: call.isAccepted ? 'The list was not started at its first page' : 'The page was refused',
    seen: tokenOf(call) === null ? `${call.status}` : `${call.status} for a page with a token`,
    wanted: 'the first page without a token, then each with the next_token of the one before',
    ...(call.isAccepted && { because: 'No page of this step led to the token of this one.' }),
    act: { label: 'Open Pages', to },
  });

/** The way that contains a page, or else the latest: the page may be one on the way back. */
function walkOf(page: Call, calls: readonly Call[]): Walk | undefined {
  const walks = walksIn(calls);
  return walks.findLast(({ pages }) => pages.includes(page)) ?? walks.at(-1);
}

const isOfJonas = (call: Call): boolean => call.path.split('/').at(-2) === jonas;
const hasNoReplies = (call: Call): boolean =>
  (call.query.get('exclude') ?? '').split(',').includes('replies');
const isTheList = ([first]: readonly Call[]): boolean =>
  first !== undefined && isOfJonas(first) && hasNoReplies(first);

const walkedThrough: Fact = {
  text: 'you came **from the first page to the last** without a gap',
  met(facts) {
    const walk = walksIn(facts.calls(timeline)).find(({ pages, next }) => next === null && isTheList(pages));
    const last = walk?.pages.reduce((a, b) => (a.at > b.at ? a : b));
    return walk && last ? last.shows(`${counted(walk.pages.length, 'page')}, one of them empty`) : null;
  },
  missed(facts) {
    const calls = facts.calls(timeline);
    const call = calls.at(-1);
    if (!call) return null;
    if (!call.isAccepted) return strayed(call, posts);
    const act = { label: 'Open Pages', to: posts };
    if (!isOfJonas(call))
      return missBy(call, {
        headline: 'This is somebody else’s list',
        seen: call.path,
        wanted: `the posts of @jonas_berg, ${jonas}`,
        because: 'The path names the user whose posts are listed.',
        act,
      });
    if (!hasNoReplies(call))
      return missBy(call, {
        headline: 'His replies are in this list too',
        seen: 'a call without exclude',
        wanted: 'exclude with the value replies',
        because: 'The timeline of a user has posts, replies and reposts unless `exclude` names some of them.',
        act,
      });
    const walk = walkOf(call, calls);
    return walk ? stopped(walk, '@jonas_berg', posts) : strayed(call, posts);
  },
};

const countWritten = writtenDown({
  text: 'you wrote down **how many posts** all pages have',
  told: `${postsOfJonas} posts on all pages`,
  isRight: (text) => /^\D*(\d+)\D*$/.exec(text)?.[1] === String(postsOfJonas),
  missed(text) {
    const number = Number(/\d+/.exec(text)?.[0] ?? Number.NaN);
    return {
      headline:
        number < postsOfJonas
          ? 'There are more'
          : number > postsOfJonas
            ? 'There are fewer'
            : 'This is not a number',
      seen: inBrief(text),
      wanted: 'the posts of all pages, counted together',
      because: 'Each page says in `result_count` how many posts it has itself.',
      act: { label: 'Open Pages', to: posts },
    };
  },
});

const allReplies: Fact = {
  text: 'a search gave **all replies of @jonas_berg**, up to its last page',
  met(facts) {
    const walk = walksIn(searches(facts)).find(
      (each) => each.next === null && same(textsOf(resourcesOf(each)), repliesOfJonas),
    );
    const last = walk?.pages.reduce((a, b) => (a.at > b.at ? a : b));
    return walk && last
      ? last.shows(
          `${counted(resourcesOf(walk).length, 'reply').replace('replys', 'replies')} on ${counted(walk.pages.length, 'page')}`,
        )
      : null;
  },
  missed(facts) {
    const calls = searches(facts);
    const call = calls.at(-1);
    if (!call) return null;
    if (!call.isAccepted) return tokenOf(call) === null ? refused(call, replies) : strayed(call, replies);
    const walk = walkOf(call, calls);
    if (!walk) return strayed(call, replies);
    const texts = textsOf(resourcesOf(walk));
    const told = {
      seen: `${counted(texts.size, 'post')} for ${inBrief(call.query.get('query') ?? '')}`,
      wanted: 'all replies of @jonas_berg, and no other post',
      act: { label: 'Open the search', to: replies },
    };
    if (lacking(texts, repliesOfJonas).length > 0)
      return missBy(call, {
        ...told,
        headline: 'Posts are found that are not his replies',
        because: '`from:` names the author, and `is:reply` leaves nothing but replies.',
      });
    if (walk.next !== null) return stopped(walk, 'this search', replies);
    return missBy(call, {
      ...told,
      headline: 'Some of his replies are missing',
      because: 'The query or its span has a condition that not all of them meet.',
    });
  },
};

export const lesson: Lesson = {
  number: 8,
  slug: 'page-to-the-end',
  group: 'Data',
  title: 'Find it, and page to the end',
  minutes: 7,
  searchedFor: [
    'an empty page taken for the last one',
    'search with AND and OR gives too much',
    'posts of one day, time zone',
    'next_token is missing',
  ],
  about:
    'A search finds too much until its brackets stand right, and a list seems to end before it does. You write a query, cut out one day in UTC, and follow tokens past an empty page.',
  start: {
    about: `App ${app} on the plan Pro, with its bearer token at hand. It is 2 March 2026, and some people have posted about the weather.`,
    ...{ scenario: 'small', seed: 'lesson-8', at: '2026-02-28T23:00:00Z', app, as: 'mira_holm', arrange },
  },
  steps: [
    {
      title: 'Search for a word',
      text: 'Everything is filled in: the query is **fog**. Press **Send**, and read what people write about it.',
      facts: [anythingFound],
      why: 'The search looks at the posts of the last seven days for every word of the query, in any letter case. It finds whole words: a search for fog does not find foggy.',
      hints: [
        'The call is filled in, and Send is at the end of its address.',
        'The search words are in the parameter query.',
        'The value is fog: three posts at the harbour and one from the mountains have it.',
      ],
      ...{ at: fog, filled: fog },
    },
    {
      title: 'Put the brackets',
      text: 'Find the posts about **fog or rain at the harbour**, and no others. Words side by side must all be there; `OR` takes either of its sides; brackets make a group.',
      facts: [bothWords],
      why: 'A space binds closer than OR, as a multiplication binds closer than a sum. With brackets, each post has harbour and one of the two other words.',
      hints: [
        'The query of the call is all that changes.',
        'Write the two words with OR between them, and harbour beside them.',
        'It is (fog OR rain) harbour: without the brackets, a post about fog in the mountains is found too.',
      ],
      ...{ at: fog, filled: brackets },
    },
    {
      title: 'Cut out a day',
      text: 'Of these posts, find those of **1 March 2026 in UTC**, and no others. One was posted at midnight, and one in the very last second. `start_time` is part of the span, `end_time` is not.',
      facts: [onTheDay],
      why: 'A span that includes its start and not its end can be put beside the next one, with no post lost and none found twice. So the end of a day is the midnight after it, and never 23:59:59.',
      hints: [
        'Two parameters of the query cut the span out.',
        'They are start_time and end_time, both with Z at their end, which stands for UTC.',
        'start_time is 2026-03-01T00:00:00Z and end_time is 2026-03-02T00:00:00Z.',
      ],
      ...{ at: brackets, filled: day },
    },
    {
      title: 'Past an empty page',
      text: '**@jonas_berg** replies a lot, and this list leaves replies out. It looks at few posts for a page. Open **Pages** and turn them with **First page** and **Next page**, until no `next_token` comes. How many posts are there?',
      asks: 'How many posts all pages have together',
      facts: [walkedThrough, countWritten],
      failures: [[timeline, { type: 'shortPage', looks: 6 }, 500]],
      why: 'Replies are left out after a page was cut, so a page can be short, or have nothing at all. Only a page without next_token is the last: neither its length nor a missing data says so.',
      hints: [
        'The button Next page stands under Pages, and gives the token back by itself.',
        'Each answer has result_count in meta. Look at it on every page.',
        `Go on until Next page can no longer be pressed. The pages have ${postsOfJonas} posts together.`,
      ],
      ...{ at: posts, filled: posts },
    },
    {
      title: 'All of it, found by yourself',
      text: 'Now without a filled-in call: find **all replies of @jonas_berg** in the last seven days, and no other post. A page of a search has ten posts unless you ask for more.',
      facts: [allReplies],
      why: 'The query says what is wanted, and the tokens say when you have all of it. Every list of the API ends in the same way.',
      hints: [
        'It is the search of the first steps with another query.',
        'Two operators: one for the author, one for the kind of post.',
        'The query is from:jonas_berg is:reply, and there are two pages of ten.',
      ],
      at: address(`${search}?tab=pages`),
      filled: replies,
    },
  ],
};
