/** The labels of the buttons. */
import { planName } from '../../worker/api.ts';
import type { Act, Allowance, AuthKind, Change, CredentialKind, PermissionLevel } from '../../worker/api.ts';
import { figure, windowLength } from '../parts/figures.ts';
import type { PageSession } from '../state/session.svelte.ts';
import type { ProofPlan } from './proof-plan.ts';

export const levelWords: Readonly<Record<PermissionLevel, string>> = {
  read: 'read',
  'read-write': 'read and write',
  'read-write-directmessages': 'read, write and see Direct Messages',
};

export const credentialWords: Readonly<Record<CredentialKind, string>> = {
  basic: 'API key and secret',
  app: 'bearer token',
  oauth1: 'access token',
  client: 'client secret',
};

const proofWords: Readonly<Partial<Record<AuthKind, string>>> = {
  app: 'the bearer token',
  basic: 'the API key and secret',
  client: 'the client’s own secret',
  consumer: 'a signature of the App',
  requestToken: 'the request token',
};

/** The last segment of a field's name: `body.text` is text, `query.post.fields` is post.fields. */
export const fieldName = (field: string): string => field.replace(/^[^.]+\./, '');

/** A verb, then its object. */
export function actWords(act: Act, session: PageSession, plan: ProofPlan | null): string {
  const app = (id: string) => session.world.apps.find((each) => each.id === id)?.name ?? 'the App';
  const user = (id: string | null) => session.world.users.find((each) => each.id === id)?.username;
  switch (act.kind) {
    case 'switchPlan':
      return `Switch to ${planName(act.plan)}${act.gives ? `: ${allowanceWords(act.gives)}` : ''}`;
    case 'raisePermission':
      return 'Raise the permission';
    case 'signInAgain': {
      const username = user(act.userId);
      return username ? `Sign @${username} in again` : 'Sign in again';
    }
    case 'generateToken':
      return `Generate ${act.credential === 'basic' ? 'an' : act.credential === 'oauth1' ? 'an' : 'a'} ${credentialWords[act.credential]}`;
    case 'attachToProject': {
      const project = session.world.projects.find(({ id }) => id === act.projectId);
      return `Attach it to ${project?.name ?? 'a Project'}`;
    }
    case 'liftSuspension':
      return `Lift the suspension of ${app(act.appId)}`;
    case 'liftAbuse':
      return 'Lift the silence';
    case 'giveAdAccess':
      return `Give @${user(act.userId) ?? 'the user'} access to ${act.name}`;
    case 'openCall':
      return `Open the call that deletes ${act.name.length > 40 ? `${act.name.slice(0, 39)}…` : act.name}`;
    case 'openCatalog':
      return act.door === 'terms' ? 'Accept the terms' : 'Grant early access';
    case 'enableOAuth':
      return `Switch ${act.version === 'oauth1' ? 'OAuth 1.0a' : 'OAuth 2.0'} on`;
    case 'jumpTo':
      return act.over === 'month' ? 'Jump to the next month' : 'Jump to the reset';
    case 'undoJump':
      return session.clock.state.jumped === null ? actWords(act.or, session, plan) : 'Undo the clock’s jump';
    case 'correctSignature':
      return 'Sign it again';
    case 'changeText':
      return act.field === 'body.text' ? 'Change the text' : `Change ${typedName(act.field)}`;
    case 'giveToken':
      return `Use the ${credentialWords[act.credential]} of ${app(act.appId)}`;
    case 'useValue':
      return changeWords(act.changes);
    case 'useCredential':
      return proofLabel(plan, user(act.userId ?? session.userId), session);
    case 'sendAgain':
    case 'none':
      return '';
  }
}

/** "25 in 15 min", "500,000 posts a month". */
const allowanceWords = (gives: Allowance): string =>
  gives.of === 'posts'
    ? `${figure(gives.limit)} posts a month`
    : `${figure(gives.limit)} in ${windowLength(gives.windowSeconds)}`;

const typedName = (field: string): string =>
  field === 'url'
    ? 'the address'
    : field === 'body'
      ? 'the body'
      : field === 'method'
        ? 'the method'
        : fieldName(field);

/** The label of one act among several: it names what it changes. */
export function repairWords(act: Act): string {
  if (act.kind === 'changeText') return `Change ${typedName(act.field)}`;
  if (act.kind !== 'useValue') return '';
  const [first] = act.changes;
  const isPlain = act.changes.length === 1 && first?.value != null && first.name === undefined;
  return isPlain && first.value.length <= 40 && first.field !== 'body'
    ? `Set ${fieldName(first.field)} to ${first.value.replace(/^"(.*)"$/s, '$1')}`
    : changeWords(act.changes);
}

/** Short values are shown, longer ones only named. */
function changeWords(changes: readonly Change[]): string {
  const [first] = changes;
  if (!first || changes.length > 1) return `Put ${changes.length} values right`;
  const { field, value, name } = first;
  if (value === null) return `Leave ${fieldName(field)} out`;
  if (name !== undefined) return `Call it ${name}`;
  if (field === 'url') return 'Use the address that was meant';
  if (field === 'body') return 'Put the body right';
  return value.length > 40 ? `Put ${fieldName(field)} right` : `Use ${value.replace(/^"(.*)"$/s, '$1')}`;
}

function proofLabel(plan: ProofPlan | null, username: string | undefined, session: PageSession): string {
  const who = username ?? session.user?.username ?? '?';
  switch (plan?.how) {
    case undefined:
      return '';
    case 'signIn':
      return `Sign @${who} in`;
    case 'made':
      return `Generate ${plan.credential === 'app' || plan.credential === 'client' ? 'a' : 'an'} ${credentialWords[plan.credential]}`;
    case 'held':
      return plan.kind === 'oauth1' || plan.kind === 'oauth2'
        ? `Act as @${who}`
        : `Use ${proofWords[plan.kind] ?? 'it'}`;
  }
}
