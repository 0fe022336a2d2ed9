/** The steps of a run, and the arrows that they draw between the three lifelines. */
import { decodeForm, header, isResponse, splitUrl, text } from '../../../worker/api.ts';
import type { HttpRequest, Sent } from '../../../worker/api.ts';
import type { Asked, Flow, StepKind } from './flows.ts';
import type { RequestSpec } from './request-spec.ts';

export interface FlowStep {
  readonly id: number;
  readonly kind: StepKind;
  readonly request: HttpRequest;
  /** null if the platform does not answer: messages that the browser carries between App and person. */
  readonly sent: Sent | null;
  /** The request to edit and send again; null if there is nothing to send. */
  readonly spec: RequestSpec | null;
  /** Why the flow ends here, if it was broken or refused. */
  readonly why: string | null;
  /** The results of sending it again, oldest first. */
  readonly again: readonly Again[];
}

export interface Again {
  readonly spec: RequestSpec;
  readonly request: HttpRequest;
  readonly sent: Sent;
}

export type Lane = 0 | 1 | 2;

export interface Arrow {
  readonly from: Lane;
  readonly to: Lane;
  readonly label: string;
  readonly state: 'done' | 'refused' | 'wait' | 'todo';
  /** null for a future message. */
  readonly step: number | null;
}

const app = 0;
const browser = 1;
const platform = 2;

interface Shape {
  readonly title: string;
  readonly from: Lane;
  readonly to: Lane;
  /** The labels of the request and of the answer, if the platform gives one, before they have happened. */
  readonly labels: (flow: Flow) => readonly [string] | readonly [string, string];
}

export const shapes: Readonly<Record<StepKind, Shape>> = {
  request_token: {
    title: 'Ask for a request token',
    from: app,
    to: platform,
    labels: () => ['POST /oauth/request_token', '200 oauth_token, oauth_token_secret'],
  },
  replayed: {
    title: 'The same request once more',
    from: app,
    to: platform,
    labels: () => ['POST /oauth/request_token again', '401 code 32'],
  },
  redirect: {
    title: 'Send the browser to the platform',
    from: app,
    to: browser,
    labels: ({ page }) => [`302 to ${page}`],
  },
  open: {
    title: 'Open the platform’s page',
    from: browser,
    to: platform,
    labels: ({ page }) => [`GET ${page}`, '200 login page'],
  },
  login: {
    title: 'Sign in',
    from: browser,
    to: platform,
    labels: () => ['POST login', '200 consent page'],
  },
  decide: {
    title: 'Allow or deny',
    from: browser,
    to: platform,
    labels: ({ id }) => ['POST allow or deny', id === 'oauth1-pin' ? '200 PIN page' : '302 to the callback'],
  },
  return: {
    title: 'Back to your app',
    from: browser,
    to: app,
    labels: ({ isOAuth1 }) => [isOAuth1 ? 'GET with oauth_verifier' : 'GET with code'],
  },
  pin: {
    title: 'The person types the PIN',
    from: browser,
    to: app,
    labels: () => ['the PIN, by hand'],
  },
  token: {
    title: 'Exchange it for the token',
    from: app,
    to: platform,
    labels: ({ tokenPath, isOAuth1 }) => [
      `POST ${tokenPath}`,
      isOAuth1 ? '200 oauth_token, screen_name' : '200 access_token',
    ],
  },
  twice: {
    title: 'The same exchange once more',
    from: app,
    to: platform,
    labels: ({ tokenPath, isOAuth1 }) => [
      `POST ${tokenPath} again`,
      isOAuth1 ? '401 code 89' : '400 code 214',
    ],
  },
  proof: {
    title: 'Use the token',
    from: app,
    to: platform,
    labels: ({ id }) => [
      id === 'app-only' ? 'GET /2/users/by/username/:username' : 'GET /2/users/me',
      '200 the user',
    ],
  },
};

const questions: Readonly<Record<Asked, string>> = {
  login: 'Which account?',
  decide: 'Allow or Deny?',
  pin: 'What is the PIN?',
};

/** Past messages first, then the one that waits for the person, then future ones. */
export function arrowsOf(
  flow: Flow,
  steps: readonly FlowStep[],
  toCome: readonly StepKind[],
  asked: Asked | null,
): readonly Arrow[] {
  const done = steps.flatMap((step) => doneArrows(step, flow));
  const planned = toCome.flatMap((kind) => plannedArrows(kind, flow, asked));
  return [...done, ...planned];
}

function doneArrows(step: FlowStep, flow: Flow): Arrow[] {
  const { from, to, labels } = shapes[step.kind];
  const [first] = labels(flow);
  const isRefusedHere = step.why !== null && !step.sent;
  const there: Arrow = {
    from,
    to,
    label: requestLabel(step, first),
    state: isRefusedHere ? 'refused' : 'done',
    step: step.id,
  };
  if (!step.sent) return [there];
  const state = isRefusal(step.sent) ? 'refused' : 'done';
  return [there, { from: to, to: from, label: answerLabel(step.sent), state, step: step.id }];
}

function requestLabel({ kind, request }: FlowStep, planned: string): string {
  const parameters = new Map(decodeForm(/\?(.*)/s.exec(request.url)?.[1] ?? ''));
  if (kind === 'decide') return `POST ${new Map(decodeForm(text(request.body!))).get('action') ?? ''}`;
  if (kind === 'proof') return `GET ${splitUrl(request.url)?.path ?? ''}`;
  if (kind !== 'return') return planned;
  for (const name of ['denied', 'error', 'code', 'oauth_verifier'])
    if (parameters.has(name)) return `GET with ${name}`;
  return 'GET callback';
}

function plannedArrows(kind: StepKind, flow: Flow, asked: Asked | null): Arrow[] {
  const { from, to, labels } = shapes[kind];
  const [there, back] = labels(flow);
  const waits = kind === asked;
  const first: Arrow = {
    from,
    to,
    label: waits ? questions[asked] : there,
    state: waits ? 'wait' : 'todo',
    step: null,
  };
  return back === undefined
    ? [first]
    : [first, { from: to, to: from, label: back, state: 'todo', step: null }];
}

export const isRefusal = ({ outcome }: Sent): boolean => !isResponse(outcome) || outcome.status >= 400;

/** The code of an error body (specification 2.4); null if there is none. */
export function codeOf({ outcome }: Sent): number | null {
  if (!isResponse(outcome) || outcome.status < 400) return null;
  const [, code] = /"code"\s*:\s*(\d+)/.exec(text(outcome.body)) ?? [];
  return code === undefined ? null : Number(code);
}

/** "200 oauth_token, oauth_token_secret", "401 code 32", "302 to the callback". */
export function answerLabel(sent: Sent): string {
  const { outcome } = sent;
  if (!isResponse(outcome)) return 'connection closed';
  const { status, headers, body } = outcome;
  if (header(headers, 'location') !== undefined) return `${status} to the callback`;
  const code = codeOf(sent);
  if (code !== null) return `${status} code ${code}`;
  if ((header(headers, 'content-type') ?? '').startsWith('text/html'))
    return `${status} ${pageName(text(body))}`;
  return `${status} ${namesOf(text(body)).slice(0, 2).join(', ')}`.trimEnd();
}

function pageName(html: string): string {
  const title = /<title>([^<]*)<\/title>/i.exec(html)?.[1] ?? '';
  const names: Readonly<Record<string, string>> = {
    'Sign in': 'login page',
    'Authorize an App': 'consent page',
    'Your PIN': 'PIN page',
    Denied: 'denial page',
  };
  return Object.hasOwn(names, title) ? names[title]! : 'error page';
}

/** Names in an answer that come first, because the next step needs them. */
const telling = ['access_token', 'refresh_token', 'oauth_token', 'screen_name', 'oauth_token_secret'];

/** The names in a form or a JSON object, the important ones first; for a v2 answer, its user. */
function namesOf(body: string): readonly string[] {
  const username = /"username"\s*:\s*"(\w+)"/.exec(body)?.[1];
  if (username) return [`@${username}`];
  const names = body.startsWith('{')
    ? Object.keys(JSON.parse(body) as object)
    : decodeForm(body).map(([name]) => name);
  const told = telling.filter((name) => names.includes(name));
  return told.length > 0 ? told : names;
}

/** The purpose of a request to the platform's pages. */
export function stepKindOf({ method, body }: HttpRequest): StepKind {
  if (method === 'GET' || !body) return 'open';
  return new Map(decodeForm(text(body))).get('action') === 'login' ? 'login' : 'decide';
}

/** The user that the proof returned, else the user who signed in on the platform's page; null if there is neither. */
export function signedIn(steps: readonly FlowStep[]): string | null {
  const proof = steps.findLast(({ kind }) => kind === 'proof')?.sent;
  const body = proof && isResponse(proof.outcome) ? text(proof.outcome.body) : '';
  const proved = /"username"\s*:\s*"(\w+)"/.exec(body)?.[1];
  if (proved) return proved;
  const login = steps.findLast(({ kind }) => kind === 'login')?.request;
  return login ? usernameOf(login) : null;
}

/** The username in a submitted login form. */
export const usernameOf = ({ body }: HttpRequest): string | null =>
  body ? (new Map(decodeForm(text(body))).get('username') ?? null) : null;
