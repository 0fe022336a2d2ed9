/** The five ways to get a token, each with its steps (specification 4.1, 4.2 and 5). */
export const flowIds = ['oauth1-callback', 'oauth1-pin', 'sign-in-with', 'pkce', 'app-only'] as const;
export type FlowId = (typeof flowIds)[number];

/**
 * A step of a flow: one exchange, or one message that the browser carries. `replayed` and `twice` happen only in a
 * broken flow; the page may ask for `login` again.
 */
export type StepKind =
  | 'request_token'
  | 'replayed'
  | 'redirect'
  | 'open'
  | 'login'
  | 'decide'
  | 'return'
  | 'pin'
  | 'token'
  | 'twice'
  | 'proof';

export interface Flow {
  readonly id: FlowId;
  readonly title: string;
  readonly remark: string;
  readonly section: string;
  readonly steps: readonly StepKind[];
  /** The page that the browser is sent to. */
  readonly page: string;
  /** The path that gives the token. */
  readonly tokenPath: string;
  readonly isOAuth1: boolean;
}

const oauth1 = { section: '4.1', tokenPath: '/oauth/access_token', isOAuth1: true };

export const flows: Readonly<Record<FlowId, Flow>> = {
  'oauth1-callback': {
    ...oauth1,
    id: 'oauth1-callback',
    title: 'OAuth 1.0a, callback',
    remark: 'three legs, back to a URL',
    page: '/oauth/authorize',
    steps: ['request_token', 'redirect', 'open', 'login', 'decide', 'return', 'token', 'proof'],
  },
  'oauth1-pin': {
    ...oauth1,
    id: 'oauth1-pin',
    title: 'OAuth 1.0a, PIN',
    remark: 'for Apps without a browser',
    page: '/oauth/authorize',
    steps: ['request_token', 'redirect', 'open', 'login', 'decide', 'pin', 'token', 'proof'],
  },
  'sign-in-with': {
    ...oauth1,
    id: 'sign-in-with',
    title: 'Sign in with the service',
    remark: 'skips the question if approved',
    page: '/oauth/authenticate',
    steps: ['request_token', 'redirect', 'open', 'login', 'decide', 'return', 'token', 'proof'],
  },
  pkce: {
    id: 'pkce',
    title: 'OAuth 2.0 with PKCE',
    remark: 'for a user, with scopes',
    section: '5',
    page: '/oauth2/authorize',
    tokenPath: '/2/oauth2/token',
    isOAuth1: false,
    steps: ['redirect', 'open', 'login', 'decide', 'return', 'token', 'proof'],
  },
  'app-only': {
    id: 'app-only',
    title: 'App-only',
    remark: 'no user at all',
    section: '4.2',
    page: '',
    tokenPath: '/oauth2/token',
    isOAuth1: false,
    steps: ['token', 'proof'],
  },
};

export const isFlowId = (text: string | undefined): text is FlowId =>
  text !== undefined && Object.hasOwn(flows, text);

/** What the page in the browser asks the person for. */
export type Asked = 'login' | 'decide' | 'pin';

/**
 * The future steps: after the last past one, or from the one that waits for the person. A step that the platform
 * skipped, such as the login of a signed-in user, is not among them.
 */
export function stepsToCome(
  steps: readonly StepKind[],
  last: StepKind | null,
  asked: Asked | null,
): readonly StepKind[] {
  if (asked) return steps.slice(steps.indexOf(asked));
  return last ? steps.slice(steps.indexOf(last) + 1) : steps;
}
