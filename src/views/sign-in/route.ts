/**
 * The addresses of Sign-in. Another view that needs a token links here:
 *
 *     #/sign-in/pkce?app=1830…&as=mira_holm&scopes=post.read%20post.write&back=%23%2Frequests%2FcreatePost
 *
 * `app`: id of the App. `as`: username of the user who answers in the person's place. `scopes`: the scopes that OAuth 2.0
 * requests, separated by spaces. `back`: the hash of the call that needs the token; the flow then keeps the token in the
 * vault by itself, and a notice links back. An invalid part is reported and left out. Nothing is sent before a click.
 */
import { parseRoute } from '../../router.ts';
import type { ViewRoute } from '../../router.ts';
import { isFlowId } from './flows.ts';
import type { FlowId } from './flows.ts';

export interface SignInRoute {
  readonly flow: FlowId | null;
  readonly app: string | null;
  readonly as: string | null;
  readonly scopes: string | null;
  readonly back: ViewRoute | null;
}

/** Twenty scopes are known, so a link needs no more. */
const mostScopes = 40;

export function readSignInRoute({ path, params }: ViewRoute): {
  readonly route: SignInRoute;
  readonly problem: string | null;
} {
  const [wanted] = path;
  const given = new Map(params);
  const scopes = given.get('scopes') ?? null;
  const back = given.get('back') ?? null;
  const read = back === null ? null : parseRoute(back);
  const problems = [
    wanted !== undefined && !isFlowId(wanted) && `There is no flow called ${wanted.slice(0, 40)}.`,
    scopes !== null && !areScopes(scopes) && 'The scopes of this link are not names of scopes.',
    read !== null && !('view' in read) && 'The call that this link leads back to cannot be read.',
  ];
  return {
    route: {
      flow: isFlowId(wanted) ? wanted : null,
      app: given.get('app') ?? null,
      as: given.get('as') ?? null,
      scopes: scopes !== null && areScopes(scopes) ? scopes : null,
      back: read !== null && 'view' in read ? read : null,
    },
    problem: problems.find((each) => each !== false) ?? null,
  };
}

/** The platform itself says whether it knows a scope. */
export function areScopes(text: string): boolean {
  const names = text.split(' ');
  return names.length <= mostScopes && names.every((name) => /^[a-z]{1,20}(\.[a-z]{1,20}){1,2}$/.test(name));
}
