/** Remedies in the portal: plan, permission, Project, standing, settings, tokens. */
import { planName } from '../../worker/api.ts';
import type { Act, CredentialKind } from '../../worker/api.ts';
import { tokensAsNow } from '../exchange/tokens-as-now.ts';
import type { Remedy } from './call-handle.ts';
import { signIn } from './sign-in.ts';
import { credentialWords, levelWords } from './words.ts';
import type { Performed, Workplace } from './workplace.ts';

export async function switchPlan(
  at: Workplace,
  { projectId, from, plan }: Extract<Act, { kind: 'switchPlan' }>,
): Promise<Remedy> {
  await at.do('portal.setPlan', projectId, plan);
  const project = at.session.world.projects.find(({ id }) => id === projectId)?.name ?? 'The Project';
  return {
    what: `${project} is on ${planName(plan)} now`,
    was: `It was on ${planName(from)}.`,
    change: { name: 'plan', now: planName(plan), was: planName(from) },
    mark: { where: 'plan', was: planName(from) },
    undo: () => at.do('portal.setPlan', projectId, from),
  };
}

/** A token keeps the level that it was created with, so a new one is created. */
export async function raisePermission(
  at: Workplace,
  { appId, from, to, then }: Extract<Act, { kind: 'raisePermission' }>,
): Promise<Performed> {
  await at.do('portal.updateApp', appId, { permission: to });
  const back = () => at.do('portal.updateApp', appId, { permission: from });
  if (then.kind === 'signInAgain') {
    const takeTokenBack = tokensAsNow(at.session, appId, then.userId);
    at.session.notices.say(`${at.app(appId)} may ${levelWords[to]} now.`, {
      label: 'Undo',
      run: () => void back().then(takeTokenBack),
    });
    return signIn(at, then.flow, then.appId, then.userId, then.scopes);
  }
  const restore = at.hand.proveBy('oauth1');
  await at.makeAnew(appId, then.credential);
  return {
    what: `${at.app(appId)} may ${levelWords[to]} now`,
    was: `It could ${levelWords[from]}. A token keeps the level that it was made with, so a new one was made.`,
    change: { name: 'permission', now: to, was: from },
    mark: null,
    undo: async () => {
      await back();
      await at.makeAnew(appId, then.credential);
      await restore();
    },
  };
}

export async function generateToken(at: Workplace, appId: string, kind: CredentialKind): Promise<Remedy> {
  const restore = at.hand.proveBy(kind);
  const kept = await at.makeAnew(appId, kind);
  return {
    what: `The vault has a new ${credentialWords[kind]} of ${at.app(appId)}`,
    was: 'It had none that this call takes.',
    change: { name: credentialWords[kind], now: 'made', was: 'none' },
    mark: null,
    undo: async () => {
      await at.do('portal.revoke', appId, kind);
      await at.session.playground.forget(kept.id);
      await restore();
    },
  };
}

export async function attach(
  at: Workplace,
  { appId, projectId }: Extract<Act, { kind: 'attachToProject' }>,
): Promise<Remedy> {
  await at.do('portal.attachApp', appId, projectId);
  const project = at.session.world.projects.find(({ id }) => id === projectId)?.name ?? 'the Project';
  return {
    what: `${at.app(appId)} belongs to ${project} now`,
    was: 'It was a Standalone App.',
    change: { name: 'Project', now: project, was: 'none' },
    mark: { where: 'plan', was: 'none' },
    undo: () => at.do('portal.detachApp', appId),
  };
}

export async function liftSuspension(at: Workplace, appId: string): Promise<Remedy> {
  await at.do('portal.setSuspended', appId, false);
  return {
    what: `${at.app(appId)} is in good standing again`,
    was: 'It was suspended.',
    change: { name: 'standing', now: 'good', was: 'suspended' },
    mark: { where: 'app', was: 'suspended' },
    undo: () => at.do('portal.setSuspended', appId, true),
  };
}

export async function enableOAuth(
  at: Workplace,
  { appId, version }: Extract<Act, { kind: 'enableOAuth' }>,
): Promise<Remedy> {
  const name = version === 'oauth1' ? 'OAuth 1.0a' : 'OAuth 2.0';
  const { shown } = await at.do('portal.updateApp', appId, { [version]: true });
  for (const each of shown) if (each.kind === 'client') await at.session.playground.keep(each);
  return {
    what: `${name} is on for ${at.app(appId)}`,
    was: 'It was off.',
    change: { name, now: 'on', was: 'off' },
    mark: null,
    undo: () => at.do('portal.updateApp', appId, { [version]: false }),
  };
}

export async function giveAdAccess(
  at: Workplace,
  { accountId, name, userId }: Extract<Act, { kind: 'giveAdAccess' }>,
): Promise<Remedy> {
  await at.do('ads.setAccess', accountId, userId, true);
  const username = at.session.world.users.find(({ id }) => id === userId)?.username ?? 'the user';
  return {
    what: `@${username} may use ${name} now`,
    was: 'Only its owner and the users they let in could.',
    change: { name: 'access', now: 'given', was: 'none' },
    mark: null,
    undo: () => at.do('ads.setAccess', accountId, userId, false),
  };
}

export async function openCatalog(
  at: Workplace,
  { door, userId }: Extract<Act, { kind: 'openCatalog' }>,
): Promise<Remedy> {
  const username = `@${at.session.world.users.find(({ id }) => id === userId)?.username ?? 'the user'}`;
  if (door === 'terms') {
    await at.do('catalog.setTermsAccepted', userId, true);
    return {
      what: `${username} has accepted the merchant’s terms`,
      was: 'They were not accepted.',
      change: { name: 'terms', now: 'accepted', was: 'not accepted' },
      mark: null,
      undo: () => at.do('catalog.setTermsAccepted', userId, false),
    };
  }
  await at.do('catalog.setEarlyAccess', userId, true);
  return {
    what: `${username} has early access to the Catalog API`,
    was: 'The user had none.',
    change: { name: 'early access', now: 'granted', was: 'none' },
    mark: null,
    undo: () => at.do('catalog.setEarlyAccess', userId, false),
  };
}

export async function liftAbuse(at: Workplace, appId: string): Promise<Remedy> {
  const { made: lifted } = await at.do('portal.liftAbuse', appId);
  return {
    what: `${at.app(appId)} gets answers again`,
    was: 'It had abused its limits.',
    change: { name: 'standing', now: 'answered', was: 'silenced' },
    mark: { where: 'app', was: 'silenced' },
    undo: lifted && (() => at.do('portal.restoreAbuse', appId, lifted)),
  };
}
