/** Ways to break a flow on purpose: what is changed, and why the platform refuses it. */
import {
  codeLifetime,
  mostWrongVerifiers,
  requestTokenLifetime,
  timestampTolerance,
} from '../../../worker/api.ts';
import { counted } from '../../parts/counted.ts';
import type { Flow, FlowId, StepKind } from './flows.ts';

/** How far the clock jumps so that a request token, or a code, expires; and how late a request is signed; in ms. */
export const jumpOver = { requestToken: requestTokenLifetime + 60_000, code: 2 * codeLifetime } as const;
export const signedLate = 2000 * timestampTolerance;

const minutes = (ms: number): string => counted(ms / 60_000, 'minute');

export const breakIds = [
  'key',
  'callback',
  'setting',
  'skew',
  'nonce',
  'deny',
  'state',
  'expired',
  'verifier',
  'code_verifier',
  'grant',
  'twice',
] as const;
export type BreakId = (typeof breakIds)[number];

export interface Break {
  readonly id: BreakId;
  readonly title: string;
  /** What is changed, and where. */
  readonly does: string;
  /** Why it is refused, shown after the refusal. Wire names are in backticks. */
  readonly why: string;
}

type Words = Omit<Break, 'id'>;

const oauth1Breaks: Readonly<Partial<Record<BreakId, Words>>> = {
  key: {
    title: 'Wrong signature',
    does: 'One byte of the key changes',
    why: 'Both sides sign the same bytes, but not with the same key: the signatures differ. The platform cannot tell a wrong secret from a changed message, so code 32 says neither.',
  },
  callback: {
    title: 'Callback not in the allowlist',
    does: 'Sends https://evil.example/cb',
    why: 'Only a callback that is exactly one of the App’s callback URLs is accepted. Otherwise anybody who has the key could have the verifier sent to themselves.',
  },
  setting: {
    title: 'App without OAuth 1.0a',
    does: 'Setting off during step 1',
    why: 'The user authentication settings of the App left out OAuth 1.0a. The setting is back as it was.',
  },
  skew: {
    title: 'Clock skew',
    does: `Signed as of ${minutes(signedLate)} ago`,
    why: `\`oauth_timestamp\` may be at most ${minutes(1000 * timestampTolerance)} off the platform’s clock. A machine whose clock is wrong fails every call like this.`,
  },
  nonce: {
    title: 'Replayed nonce',
    does: 'Step 1 is sent again as it is',
    why: 'A nonce counts once for its timestamp, key and token. Anyone who recorded the request cannot send it again, although its signature is right.',
  },
  deny: {
    title: 'The user says no',
    does: 'Deny instead of Allow',
    why: 'The person said no. That is not an error: the App learns only that, and shows its page for people who are not signed in.',
  },
  expired: {
    title: 'Expired request token',
    does: `Clock jumps ${jumpOver.requestToken / 60_000} min at the end`,
    why: `A request token lives ${minutes(requestTokenLifetime)}, approved or not. The App begins again.`,
  },
  verifier: {
    title: 'Wrong verifier',
    does: 'Its last character changes',
    why: `The verifier proves that the App that asks is the one the browser came back to. After ${mostWrongVerifiers} wrong ones the request token is dead.`,
  },
  twice: {
    title: 'Use the request token twice',
    does: 'The exchange is sent again',
    why: 'A request token ends with its exchange, so a second use finds none. The access token of the first use stays valid.',
  },
};

const pkceBreaks: Readonly<Partial<Record<BreakId, Words>>> = {
  callback: {
    title: 'Callback not in the allowlist',
    does: 'Sends https://evil.example/cb',
    why: 'Nobody is sent to an address that does not belong to the App, not even with an error: the page itself says so.',
  },
  setting: {
    title: 'App without OAuth 2.0',
    does: 'Setting off as the page opens',
    why: 'The user authentication settings of the App left out OAuth 2.0: the browser comes back with `unauthorized_client`. The setting is back as it was.',
  },
  deny: oauth1Breaks.deny!,
  state: {
    title: 'Wrong state',
    does: 'Changed on the way back',
    why: 'Your app sent another `state` than the one that came back: this answer may belong to a flow that somebody else began. Your app stops here; the platform cannot know.',
  },
  expired: {
    title: 'Expired code',
    does: `Clock jumps ${jumpOver.code / 60_000} min at the end`,
    why: `A code lives ${counted(codeLifetime / 1000, 'second')}: it travels through the browser, so it is good for a moment only.`,
  },
  code_verifier: {
    title: 'Wrong code_verifier',
    does: 'Its last character changes',
    why: 'The hash of `code_verifier` is not the `code_challenge` that the flow began with. Anyone who steals the code lacks the verifier, and ends here.',
  },
  twice: {
    title: 'Use the code twice',
    does: 'The exchange is sent again',
    why: 'A code works once. A second use means that two parties have it, so the token of the first use is revoked as well.',
  },
};

const appOnlyBreaks: Readonly<Partial<Record<BreakId, Words>>> = {
  key: {
    title: 'Wrong secret',
    does: 'One byte of it changes',
    why: 'Key and secret do not belong together. Every credential error of this endpoint is code 99.',
  },
  grant: {
    title: 'Another grant_type',
    does: 'Asks by grant_type=password',
    why: 'The body has to say `grant_type=client_credentials`. It is the only value there is, and any other counts as missing.',
  },
};

const withoutCallback = ({ callback: _, ...rest }: typeof oauth1Breaks) => rest;

const byFlow: Readonly<Record<FlowId, Readonly<Partial<Record<BreakId, Words>>>>> = {
  'oauth1-callback': oauth1Breaks,
  'oauth1-pin': withoutCallback(oauth1Breaks),
  'sign-in-with': oauth1Breaks,
  pkce: pkceBreaks,
  'app-only': appOnlyBreaks,
};

/** The breaks that fit a flow, in the order of its steps. */
export const breaksOf = ({ id }: Flow): readonly Break[] =>
  breakIds.flatMap((each) => {
    const words = byFlow[id][each];
    return words ? [{ id: each, ...words }] : [];
  });

/** The steps, including those that a break adds, up to where the flow is expected to end. */
export function stepsOf({ steps }: Flow, breaks: ReadonlySet<BreakId>): readonly StepKind[] {
  return steps.flatMap((step): StepKind[] => {
    if (step === 'request_token' && breaks.has('nonce')) return [step, 'replayed'];
    return step === 'token' && breaks.has('twice') ? [step, 'twice'] : [step];
  });
}

/** The step that a break repeats; any other step itself. */
export function unbroken(kind: StepKind): StepKind {
  if (kind === 'replayed') return 'request_token';
  return kind === 'twice' ? 'token' : kind;
}

/** The text with a different last character. */
export const changeLast = (text: string): string =>
  text.slice(0, -1) + (text.endsWith('0') ? '1' : text.endsWith('x') ? 'y' : /\d$/.test(text) ? '0' : 'x');

export const whyOf = (id: BreakId, flow: Flow): string =>
  breaksOf(flow).find((each) => each.id === id)?.why ?? '';

/** The breaks that affect a step, in the order in which the platform notices them. */
const felt: Readonly<Partial<Record<StepKind, readonly BreakId[]>>> = {
  request_token: ['skew', 'key', 'setting', 'callback'],
  replayed: ['nonce'],
  open: ['callback', 'setting'],
  token: ['expired', 'verifier', 'code_verifier', 'key', 'grant'],
  twice: ['twice'],
};

/** The explanation of an unintended refusal. */
export const unexplained =
  'The platform refused this step. Its X-ray says why; Edit and Replay try it again.';

/** The problems of refusals by a break. A refusal with another problem has another cause. */
const problemsOf: Readonly<Partial<Record<BreakId, readonly string[]>>> = {
  key: ['signatureRejected', 'credentialsUnverified'],
  callback: ['callbackNotApproved'],
  setting: ['oauth1Disabled'],
  skew: ['timestampOutOfBounds'],
  nonce: ['signatureRejected'],
  expired: ['tokenInvalid', 'invalidGrant'],
  verifier: ['verifierWrong'],
  code_verifier: ['invalidGrant'],
  grant: ['grantTypeMissing'],
  twice: ['tokenInvalid', 'invalidGrant'],
};

/**
 * The explanation of the break that a refusal of this step belongs to, else of any refusal. `problem`: the platform's,
 * or null for a page of it, which names none.
 */
export function whyRefused(
  kind: StepKind,
  flow: Flow,
  breaks: ReadonlySet<BreakId>,
  problem: string | null,
): string {
  const cause = felt[kind]?.find(
    (each) => breaks.has(each) && (problem === null || problemsOf[each]?.includes(problem)),
  );
  return cause ? whyOf(cause, flow) : unexplained;
}
