import type { Call } from '../../../lessons/format/facts.ts';
import type { Fact, Lesson, Miss } from '../../../lessons/format/lesson.ts';

const app = 'Northwind Reader';
/** By Jonas, among the first posts. */
const post = 'Congratulations';
const likes = '#/requests/likePost?auth=oauth1&as=mira_holm';
const lookup = '#/requests/getPostsOfUser?path.id=2244994946&auth=oauth1&as=mira_holm';

const refused = (call: Call | undefined, wanted: string, to: string): Miss | null =>
  call
    ? {
        headline: 'The platform refused it',
        seen: `${call.status}${call.problem === undefined ? '' : ` ${call.problem}`}`,
        ...{ wanted, because: call.because, sequence: call.exchange.sequence },
        act: { label: 'Open the call', to },
      }
    : null;

/** A call of this endpoint that was accepted. */
const accepted = (endpointId: string, text: string, told: string, wanted: string, to: string): Fact => ({
  text,
  met: (facts) =>
    facts
      .calls(endpointId)
      .find(({ isAccepted }) => isAccepted)
      ?.shows(told) ?? null,
  missed: (facts) =>
    refused(
      facts.calls(endpointId).findLast(({ isAccepted }) => !isAccepted),
      wanted,
      to,
    ),
});

export const lesson: Lesson = {
  number: 13,
  slug: 'a-like-and-its-undo',
  group: 'Data',
  title: 'A like, and its undo',
  minutes: 4,
  searchedFor: ['how do I like a post by the API', 'unlike returns 200 but nothing changed'],
  about: `A like is a relation between a user and a post. You find a post (“${post}…”), like it, take the like back, and see that taking back twice is no mistake.`,
  start: {
    about: `App ${app}, acting as Mira.`,
    ...{ scenario: 'small', seed: 'lesson-13', at: '2026-03-02T09:00:00Z', app, as: 'mira_holm' },
  },
  steps: [
    {
      title: 'Find a post',
      text: 'List the posts of **Jonas**. Each has an `id`, a text of digits: copy the one of any post.',
      facts: [
        accepted(
          'getPostsOfUser',
          'posts of a user are **listed**',
          'there they are',
          'a list of posts',
          lookup,
        ),
      ],
      why: 'The list is public, and Mira’s token may read it. Ids are texts, since numbers of this size are rounded in JavaScript.',
      hints: [
        'The call is in Requests, filled in.',
        'The path has the id of Jonas: 2244994946.',
        'Press Send; an id stands before each text of the answer.',
      ],
      ...{ at: lookup, filled: lookup },
    },
    {
      title: 'Like it',
      text: 'Send the id as `post_id`, in the body of **Like a post**. The path has the id of the user who likes: **Mira**, who signs.',
      facts: [
        {
          text: '**a like** is stored',
          met(facts) {
            const [row] = facts.rows('likes').filter(({ after }) => after !== undefined);
            const call = facts.calls('likePost').find(({ isAccepted }) => isAccepted);
            return row && call ? call.shows('it is liked') : null;
          },
          missed: (facts) =>
            refused(
              facts.calls('likePost').findLast(({ isAccepted }) => !isAccepted),
              'a like of Mira’s',
              likes,
            ),
        },
      ],
      why: 'The path names who acts, and the signature proves it. The platform stores one row for the two, however often it is asked.',
      hints: [
        'The body of the call is JSON.',
        'Its member is post_id.',
        'Put the copied id between the quotes, as it was in the answer.',
      ],
      ...{ at: likes, filled: likes },
    },
    {
      title: 'Take it back',
      text: 'The same two ids, by **Unlike a post**: both are in the path now. Press **Send**.',
      facts: [
        {
          text: 'the like is **gone**',
          met(facts) {
            const [row] = facts.rows('likes').filter(({ after }) => after === undefined);
            const call = facts.calls('unlikePost').find(({ isAccepted }) => isAccepted);
            return row && call ? call.shows('the like is gone') : null;
          },
          missed(facts) {
            const call = facts.calls('unlikePost').at(-1);
            if (!call?.isAccepted) return refused(call, 'the like taken back', '#/requests/unlikePost');
            return {
              headline: 'It was accepted, and nothing was there to take back',
              seen: `${call.status} for ${call.path.split('/').at(-1) ?? ''}`,
              wanted: 'the id of the post that was liked',
              because: call.because,
              sequence: call.exchange.sequence,
              act: { label: 'Open the call', to: '#/requests/unlikePost' },
            };
          },
        },
      ],
      why: 'A DELETE says what is to be absent, so the platform answers 200 whether it was there or not. That makes it safe to send again.',
      hints: [
        'The call is Unlike a post, a DELETE.',
        'Its path ends in the id of the post.',
        'It is the id that you liked in the step before; Last calls has it.',
      ],
      ...{
        at: '#/requests/unlikePost?auth=oauth1&as=mira_holm',
        filled: '#/requests/unlikePost?auth=oauth1&as=mira_holm',
      },
    },
    {
      title: 'Who liked it?',
      text: 'Ask for the **users who liked** a post of your choice.',
      facts: [
        accepted(
          'getLikingUsers',
          'the liking users of a post are **asked for**',
          'asked',
          'a list of users',
          '#/requests/getLikingUsers',
        ),
      ],
      why: 'The relation can be read from both ends. From the post’s end it gives users, from the user’s end posts.',
      hints: [
        'Endpoints has it among the likes.',
        'The path has the id of a post.',
        'Any id of a post will do; the list may be empty.',
      ],
      ...{ at: '#/requests/getLikingUsers', filled: '#/requests/getLikingUsers?auth=oauth1&as=mira_holm' },
    },
  ],
};
