/** What is wrong with an answer before its body is read. It can be seen without a computation. */
import { header } from '../../http/messages.ts';
import { isFailure } from '../../http/send.ts';
import type { SendFailureReason } from '../../http/send.ts';
import { crcLimits } from '../../webhooks/limits.ts';
import type { Answer } from './answer.ts';
import { choice } from './mistake.ts';
import type { Known, Made } from './mistake.ts';
import { notStarted, startFailureIn } from './not-started.ts';
import { headOf } from './pasted.ts';
import type { CrcQuestion } from './types.ts';

export function answerOf({ answer, ms = Number.NaN }: CrcQuestion): Answer {
  const time = Number.isFinite(ms) ? ms : null;
  if ('kind' in answer && answer.kind === 'pasted')
    return tooLarge({ ...headOf(answer), failure: null, notStarted: null, ms: time });
  if (isFailure(answer))
    return { ...nothing, failure: answer.reason, notStarted: startFailureIn(answer), ms: time };
  const { status, headers, body } = answer;
  return tooLarge({
    failure: null,
    notStarted: null,
    status,
    contentType: header(headers, 'content-type') ?? null,
    contentEncoding: header(headers, 'content-encoding'),
    location: header(headers, 'location'),
    body,
    ms: time,
  });
}

const nothing = {
  notStarted: null,
  status: null,
  contentType: undefined,
  contentEncoding: undefined,
  location: undefined,
  body: new Uint8Array(),
} satisfies Partial<Answer>;

const tooLarge = (answer: Answer): Answer =>
  answer.body.length > crcLimits.maxBytes ? { ...answer, ...nothing, failure: 'tooLarge' } : answer;

export const seconds = crcLimits.timeoutMs / 1000;
const kilobytes = crcLimits.maxBytes / 1024;

/** What to show as the answer when none came, by the reason of the failure. */
const nothingCame: Readonly<Record<SendFailureReason, string>> = {
  timeout: `nothing within ${seconds} s`,
  dns: 'nothing, there is no host of that name',
  refused: 'nothing, the connection was refused',
  closed: 'nothing whole, the connection ended',
  tls: 'nothing, no trusted TLS connection',
  tooLarge: `more than ${kilobytes} KB`,
};

const transport = (given: Omit<Known, 'stage' | 'source'> & Partial<Known>): Known => ({
  stage: 'transport',
  source: choice('crc'),
  ...given,
});

const tooLate = transport({
  id: 'too-late',
  title: 'Too late',
  did: 'took {}',
  wants: `the answer within ${seconds} s`,
  repair: 'Answer the challenge at once, before any other work and without waiting for it',
});

const failures: Readonly<Record<SendFailureReason, Known>> = {
  timeout: tooLate,
  dns: transport({
    id: 'no-host',
    title: 'No such host',
    did: 'named a host that does not exist',
    wants: 'a host that everybody can reach',
    repair: 'Check the host in the URL: the name does not exist',
  }),
  refused: transport({
    id: 'refused',
    title: 'Connection refused',
    did: 'refused the connection',
    wants: 'an answer over https at the usual port',
    repair: 'Start the receiver, and make it reachable at port 443',
  }),
  closed: transport({
    id: 'closed',
    title: 'Connection ended',
    did: 'ended the connection before the answer was complete',
    wants: 'a whole answer',
    repair: 'Look into the receiver’s log: it ended, or threw, before it had answered',
  }),
  tls: transport({
    id: 'tls',
    title: 'No trusted TLS connection',
    did: 'offered no TLS certificate that can be trusted',
    wants: 'https with a trusted certificate',
    repair: 'Install a certificate for this host with its whole chain',
  }),
  tooLarge: transport({
    id: 'too-large',
    title: 'Too large',
    did: `sent more than ${kilobytes} KB`,
    wants: 'a small JSON object',
    repair: 'Answer with the JSON object and nothing else',
  }),
};

const redirect = transport({
  id: 'redirect',
  title: 'A redirect',
  did: 'answered {}',
  wants: '200 from the URL itself, and follows no redirect',
  repair:
    'Register the address that the redirect leads to, or answer the challenge at the registered address',
});

const status = transport({
  id: 'status',
  title: 'Another status than 200',
  did: 'answered {}',
  wants: '200',
  repair: 'Answer the challenge with status 200',
  hints: [{ find: '\\bstatus(:\\s*|\\()\\d{3}\\b', replace: 'status$1200' }],
});

const brokenInside = {
  ...status,
  repair: 'Look into the receiver’s log: something failed before it answered',
};
const notThere = {
  ...status,
  repair: 'Let the receiver answer GET at exactly this URL, without a login, with status 200',
};

/** Why no answer came, in words; null if one came. */
export function absenceOf({ failure, notStarted: start }: Answer): string | null {
  if (start) return 'nothing, the module does not start';
  return failure && nothingCame[failure];
}

export function transportOf({ failure, notStarted: start, status: came, location, ms }: Answer): Made[] {
  if (start) return [notStarted(start)];
  if (failure === 'timeout') return [{ known: tooLate, detail: `longer than ${seconds} s` }];
  if (failure) return [{ known: failures[failure] }];
  const late = ms !== null && ms > crcLimits.timeoutMs ? [{ known: tooLate, detail: `${ms} ms` }] : [];
  return [...(came === null || came === 200 ? [] : [ofStatus(came, location)]), ...late];
}

function ofStatus(came: number, location: string | undefined): Made {
  if (came >= 300 && came <= 399)
    return { known: redirect, detail: `${came}${location ? ` to ${location.slice(0, 200)}` : ''}` };
  const known = came >= 500 ? brokenInside : came >= 400 ? notThere : status;
  return { known, detail: String(came) };
}
