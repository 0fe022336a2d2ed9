import type { Group } from '../check.ts';
import { firstCall } from './01-first-call.ts';
import { whatIsSigned } from './02-what-is-signed.ts';
import { fiveRefused } from './03-five-refused.ts';
import { signInTwice } from './04-sign-in-twice.ts';
import { lastingToken } from './05-lasting-token.ts';
import { rightToken } from './06-right-token.ts';
import { whatYouNeed } from './07-what-you-need.ts';
import { pageToTheEnd } from './08-page-to-the-end.ts';
import { runOut } from './09-run-out.ts';
import { proveYourUrl } from './10-prove-your-url.ts';
import { stayConnected } from './11-stay-connected.ts';
import { brokenFeed } from './12-broken-feed.ts';

export const lessons: Group = {
  title: 'lessons, from the list to their end by keyboard alone',
  leftOut: [
    {
      what: 'tests/e2e/learn.spec.ts: misses, a reload, the copy of its world, narrow pages',
      why: 'they are about the page and the engine; a lesson by keyboard goes through the second worker and its world',
    },
  ],
  checks: [
    firstCall,
    whatIsSigned,
    fiveRefused,
    signInTwice,
    lastingToken,
    rightToken,
    whatYouNeed,
    pageToTheEnd,
    runOut,
    proveYourUrl,
    stayConnected,
    brokenFeed,
  ],
};
