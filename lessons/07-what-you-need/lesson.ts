import type { Call, Evidence, Facts } from '../format/facts.ts';
import type { Fact, Lesson, Miss } from '../format/lesson.ts';
import { inBrief, missBy, writtenDown } from '../format/miss.ts';

const app = 'Northwind Reader';
/** Four posts, two of them by one author. */
const posts = ['2021109374776246272', '2021124474270646272', '2021849250001846272', '2021985145451446272'];
const authors = ['mira_holm', 'sam_ode', 'mira_holm', 'jonas_berg'];
const whole = '2020777185899446272';
/** The same id after JavaScript has parsed it. */
const rounded = String(Number(whole));
/** An id that no post has. */
const missing = '2021109374776246999';
const some = [posts[0], missing, posts[3]].join(',');

const ids = posts.join(',');
const lookup = `#/requests/getPosts?query.ids=${ids}&auth=app`;
const withFields = `#/requests/getPosts?query.ids=${ids}&query.post.fields=created_at,author_id&auth=app`;
const withAuthors = `#/requests/getPosts?query.ids=${ids}&query.post.fields=created_at&query.expansions=author_id&auth=app`;
const byNumber = `#/requests/getPost?path.id=${rounded}&auth=app`;
const byText = `#/requests/getPost?path.id=${whole}&auth=app`;
const partly = `#/requests/getPosts?query.ids=${some}&auth=app`;
const users = `#/requests/getUsersByUsernames?auth=app`;
const usersFilled = `#/requests/getUsersByUsernames?query.usernames=mira_holm,aiko_tan,no_one_here&query.expansions=pinned_post_id&auth=app`;

const lookups = (facts: Facts): readonly Call[] => facts.calls('getPosts');
/** A value of the query that is a comma-separated list. */
const listed = (call: Call, name: string): readonly string[] =>
  (call.query.get(name) ?? '').split(',').filter((each) => each !== '');
const namesIn = (call: Call): string => {
  const names = new Set(call.data.flatMap((each) => Object.keys(each)));
  return names.size === 0 ? 'no post' : [...names].join(', ');
};
const isOfTheFour = (call: Call): boolean => {
  const found = call.data.map((each) => each['id']);
  return posts.every((id) => found.includes(id));
};
const has = (call: Call, ...names: readonly string[]): boolean =>
  call.data.every((each) => names.every((name) => name in each));

/** For the four posts; `fits` checks the requested fields. */
const lookedUp = (
  text: string,
  told: (call: Call) => string,
  fits: (call: Call) => boolean,
  why: (call: Call) => Miss,
): Fact => ({
  text,
  met(facts): Evidence | null {
    const call = lookups(facts).find((each) => each.isAccepted && isOfTheFour(each) && fits(each));
    return call ? call.shows(told(call)) : null;
  },
  missed(facts) {
    const call = lookups(facts).at(-1);
    if (!call) return null;
    const act = { label: 'Open the call', to: lookup };
    if (!call.isAccepted)
      return missBy(call, {
        headline:
          call.problem === 'parameterInvalid'
            ? 'A parameter has a name or a value that is unknown'
            : 'The lookup was refused',
        seen: `${call.status}`,
        wanted: 'an answer with 200',
        act,
      });
    if (!isOfTheFour(call))
      return missBy(call, {
        headline: 'Not all four posts were asked for',
        seen: `${call.data.length} of other ids`,
        wanted: 'the four ids of the step',
        because: 'The answer has the posts that `ids` names, and no others.',
        act,
      });
    return why(call);
  },
});

/** The usernames in a text. */
const usernames = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((each) => each.replace(/^@/, ''))
    .filter((each) => each !== '');

const sameList = (a: readonly string[], b: readonly string[]): boolean => a.join() === b.join();

const authorsWritten = writtenDown({
  text: 'you wrote down **the four authors**, in the order of the posts',
  told: 'each post has its own author',
  isRight: (text) => sameList(usernames(text), authors),
  missed(text) {
    const names = usernames(text);
    const told = {
      seen: inBrief(names.map((name) => `@${name}`).join(', ') || 'nothing'),
      wanted: 'four usernames, one for each post',
      act: { label: 'Open the call', to: withAuthors },
    };
    if (sameList(names, [...new Set(authors)]))
      return {
        ...told,
        headline: 'These are the users of includes, each of them once',
        because: '`includes.users` has every user once, so its places are not those of the posts.',
      };
    if (names.length !== authors.length)
      return {
        ...told,
        headline: 'There are four posts',
        because: 'Every post names its author in `author_id`, also where two name the same one.',
      };
    return {
      ...told,
      headline: 'At least one author is another user',
      because: 'The `author_id` of a post is the `id` of the user in `includes.users` who wrote it.',
    };
  },
});

const isRounded = (id: string): boolean => id.length > 16 && String(Number(id)) === id;
/** The ids of the posts that a call requests. */
const asked = (call: Call): readonly string[] =>
  call.endpointId === 'getPost' ? [call.path.split('/').at(-1) ?? ''] : listed(call, 'ids');
const anyLookups = (facts: Facts): readonly Call[] => facts.calls('getPost', 'getPosts');
const notFound = (call: Call): readonly string[] =>
  call.errors.flatMap((each) => (typeof each['resource_id'] === 'string' ? [each['resource_id']] : []));

const roundedNotFound: Fact = {
  text: 'a lookup of the **rounded id** finds nothing',
  met(facts) {
    const call = anyLookups(facts).find((each) => notFound(each).some(isRounded));
    return call ? call.shows('no post has that id') : null;
  },
  missed(facts) {
    const call = anyLookups(facts).at(-1);
    if (!call) return null;
    const id = asked(call)[0] ?? '';
    const act = { label: 'Open the call', to: byNumber };
    if (call.data.length > 0)
      return missBy(call, {
        headline: 'This id is whole',
        seen: `a post for ${inBrief(id)}`,
        wanted: `nothing for ${rounded}`,
        because: 'The id was sent digit by digit, so the post was found.',
        act,
      });
    return missBy(call, {
      headline: 'Nothing was found, but not because an id was rounded',
      seen: `${call.status} for ${inBrief(id)}`,
      wanted: `nothing for ${rounded}`,
      act,
    });
  },
};

const wholeFound: Fact = {
  text: 'the **same post is found** by its whole id',
  met(facts) {
    const call = anyLookups(facts).find((each) => each.data.some(({ id }) => id === whole));
    return call ? call.shows('found by all 19 digits') : null;
  },
  missed(facts) {
    const call = anyLookups(facts).at(-1);
    if (!call) return null;
    const id = asked(call)[0] ?? '';
    const told = {
      seen: `${call.data.length > 0 ? 'a post' : call.status} for ${inBrief(id)}`,
      wanted: `the post ${whole}`,
      act: { label: 'Open the call', to: byText },
    };
    if (isRounded(id)) return missBy(call, { ...told, headline: 'The id still ends in zeros' });
    return missBy(call, { ...told, headline: 'This is the id of another post' });
  },
};

const partlyFound: Fact = {
  text: 'a 200 has **posts and errors** at once',
  met(facts) {
    const call = lookups(facts).find(
      (each) => each.isAccepted && each.data.length > 0 && notFound(each).length > 0,
    );
    return call ? call.shows(`${call.data.length} found, ${notFound(call).length} not`) : null;
  },
  missed(facts) {
    const call = lookups(facts).at(-1);
    if (!call) return null;
    const told = {
      wanted: 'some posts, and an entry of errors',
      act: { label: 'Open the call', to: partly },
    };
    if (!call.isAccepted)
      return missBy(call, { ...told, headline: 'The whole call was refused', seen: `${call.status}` });
    if (call.data.length === 0)
      return missBy(call, {
        ...told,
        headline: 'None of the posts exists',
        seen: '200 with errors alone',
        because: 'The answer has `data` when at least one of the ids is found.',
      });
    return missBy(call, {
      ...told,
      headline: 'All of the posts exist',
      seen: '200 without errors',
      because: 'The answer has `errors` when one of the ids is not found.',
    });
  },
};

const missingWritten = writtenDown({
  text: 'you wrote down **the id that does not exist**',
  told: 'the error names it',
  isRight: (text) => text.trim() === missing,
  missed(text) {
    const told = {
      seen: inBrief(text),
      wanted: 'the resource_id of the entry in errors',
      act: { label: 'Open the call', to: partly },
    };
    if (text === String(Number(missing)))
      return {
        ...told,
        headline: 'The id was rounded on its way',
        because: 'An id has 19 digits, and a number of JavaScript keeps about 16 of them.',
      };
    return {
      ...told,
      headline: 'The error names another id',
      because: 'Each entry of `errors` names what it is about in `resource_id`.',
    };
  },
});

const usersFound: Fact = {
  text: '**one answer** has users, a pinned post, and the name that nobody has',
  met(facts) {
    const call = facts
      .calls('getUsersByUsernames', 'getUsers')
      .find((each) => each.data.length > 0 && each.included('posts').length > 0 && notFound(each).length > 0);
    return call
      ? call.shows(`${call.data.length} users, ${call.included('posts').length} pinned post, 1 error`)
      : null;
  },
  missed(facts) {
    const call = facts.calls('getUsersByUsernames', 'getUsers').at(-1);
    if (!call) return null;
    const told = {
      wanted: 'data, includes.posts and errors in one answer',
      act: { label: 'Open the endpoint', to: users },
    };
    if (!call.isAccepted)
      return missBy(call, { ...told, headline: 'The call was refused as a whole', seen: `${call.status}` });
    if (call.included('posts').length === 0)
      return missBy(call, {
        ...told,
        headline: 'The pinned post is not in the answer',
        seen: 'no includes.posts',
        because: listed(call, 'expansions').includes('pinned_post_id')
          ? 'None of these users has pinned a post; @mira_holm has.'
          : 'A post comes along only when `expansions` names `pinned_post_id`.',
      });
    if (call.data.length === 0 || notFound(call).length === 0)
      return missBy(call, {
        ...told,
        headline: 'Every name in the call belongs to a user',
        seen: '200 without errors',
        because: 'The answer has `errors` when nobody has one of the names.',
      });
    return null;
  },
};

export const lesson: Lesson = {
  number: 7,
  slug: 'what-you-need',
  group: 'Data',
  title: 'Ask for what you need',
  minutes: 6,
  searchedFor: [
    'fields are missing in the response',
    'author is only an id',
    'post not found although it exists',
    'errors in a 200 response',
  ],
  about:
    'An answer has little in it until you ask for more. You ask for fields, bring the authors along, lose a post to a rounded number, and read the errors that a 200 can have.',
  start: {
    about: `App ${app} on the plan Pro, with its bearer token at hand.`,
    ...{ scenario: 'small', seed: 'lesson-7', at: '2026-03-02T09:00:00Z', app, as: 'mira_holm' },
  },
  steps: [
    {
      title: 'Ask for four posts',
      text: 'Four ids are filled in. Press **Send**, and look at what is missing: who wrote the posts, and when.',
      facts: [
        lookedUp(
          'the four posts come **without author and time**',
          () => 'four posts, each with its id and its text',
          (call) => call.data.every((each) => !('author_id' in each) && !('created_at' in each)),
          (call) =>
            missBy(call, {
              headline: 'More was asked for than the default',
              seen: namesIn(call),
              wanted: 'the four posts without post.fields',
              because: 'The call has `post.fields` or `expansions`, which add to what comes by default.',
              act: { label: 'Open the call', to: lookup },
            }),
        ),
      ],
      why: 'By default a post is its id, its text and its edit history. Everything else costs time to find, so it comes only when a call names it.',
      hints: [
        'The call is filled in, and Send is at the end of its address.',
        'The query has one parameter, ids, with four ids in it.',
        'Leave post.fields and expansions off: this step is about what comes without them.',
      ],
      ...{ at: lookup, filled: lookup },
    },
    {
      title: 'Name the fields',
      text: 'Add the parameter `post.fields` to the same call, with **created_at** and **author_id**, and press **Send**.',
      facts: [
        lookedUp(
          'each of the four posts comes with **created_at and author_id**',
          () => 'with time and author',
          (call) => has(call, 'created_at', 'author_id'),
          (call) => {
            const told = {
              seen: namesIn(call),
              wanted: 'created_at and author_id in each post',
              act: { label: 'Open the call', to: lookup },
            };
            if (listed(call, 'user.fields').length > 0)
              return missBy(call, {
                ...told,
                headline: 'These fields are for users',
                because: '`user.fields` is about users, and the answer has none yet.',
              });
            return missBy(call, {
              ...told,
              headline:
                has(call, 'created_at') || has(call, 'author_id')
                  ? 'One of the two is missing'
                  : 'No field was named',
              because: 'A post has, beside the default, exactly the fields that `post.fields` names.',
            });
          },
        ),
      ],
      why: 'The parameter is named after the kind of object that it is about: post.fields, user.fields, poll.fields. Names that do not exist are refused with 400, so a typing error never passes unseen.',
      hints: [
        'The parameters stand under the address; “3 more” shows those that the call does not use yet.',
        'The one to fill in is post.fields.',
        'Its value is created_at,author_id: names with a comma between them, and no space.',
      ],
      ...{ at: lookup, filled: withFields },
    },
    {
      title: 'Bring the authors along',
      text: 'An `author_id` is not a name. Ask for **expansions** with `author_id`, and press **Send**. Then join posts and users by hand: who wrote each of the four?',
      asks: 'The usernames of the four authors, in the order of the posts',
      facts: [
        lookedUp(
          'the four posts come **with their authors** in `includes`',
          (call) => `${call.included('users').length} users in includes`,
          (call) => call.included('users').length > 0,
          (call) =>
            missBy(call, {
              headline:
                listed(call, 'user.fields').length > 0
                  ? 'Fields of users, but no users'
                  : 'The authors did not come along',
              seen: 'no includes.users',
              wanted: 'the users who wrote the posts',
              because:
                'Users come along only when `expansions` names `author_id`; fields alone bring nobody.',
              act: { label: 'Open the call', to: lookup },
            }),
        ),
        authorsWritten,
      ],
      why: 'Two of the posts have one author, and the answer has that user once: there are three users for four posts. So they are joined by id, and never by their place in the list.',
      hints: [
        'The second part of the answer is includes, with the users in it.',
        'Each post has author_id; each user of includes has id. Equal ids belong together.',
        'The first and the third post have the same author_id, so their author is the same: mira_holm.',
      ],
      ...{ at: withFields, filled: withAuthors },
    },
    {
      title: 'Lose a post to a number',
      text: `The pinned post of @mira_holm has the id \`${whole}\`. A program that reads it as a number sends **${rounded}**. Send that first; then look up the same post by its **whole id**.`,
      facts: [roundedNotFound, wholeFound],
      why: 'A number of JavaScript is exact up to 2 to the power of 53, which has 16 digits, and ids have 19. Every id comes as text in JSON, and it has to stay text in your program.',
      hints: [
        'The id stands at the end of the path.',
        'The path parameter is id. Compare its last digits in the two calls.',
        `First ${rounded}, as JavaScript writes it, then ${whole}.`,
      ],
      ...{ at: byNumber, filled: byText },
    },
    {
      title: 'Read the errors of a 200',
      text: 'Three ids are filled in, and one of them belongs to no post. Press **Send**. Which one is it?',
      asks: 'The id that does not exist',
      facts: [partlyFound, missingWritten],
      why: 'A lookup of several things does not fail for one of them: what was found is in data, the rest in errors. A program that looks at the status alone takes two posts for three.',
      hints: [
        'The answer has two parts beside meta: data and errors.',
        'The entry of errors names the id in resource_id.',
        `It is ${missing}: the other two are in data.`,
      ],
      ...{ at: partly, filled: partly },
    },
    {
      title: 'The same for users',
      text: 'Now without a filled-in call: look up **@mira_holm**, **@aiko_tan** and **@no_one_here** in one call, and bring the **pinned post** along.',
      facts: [usersFound],
      why: 'Every lookup of the API is made like this: data, includes and errors beside each other. Code that reads one of them can read them all.',
      hints: [
        'The endpoint looks users up by their names.',
        'Two parameters of the query: usernames and expansions.',
        'usernames is mira_holm,aiko_tan,no_one_here and expansions is pinned_post_id: only @mira_holm has pinned a post.',
      ],
      ...{ at: users, filled: usersFilled },
    },
  ],
};
