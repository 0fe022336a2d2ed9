/** Does what the engine says would mend a refusal, and knows how it is undone. */
import { header } from '../../worker/api.ts';
import type {
  Act,
  Credential,
  CredentialKind,
  PortalMethod,
  PortalAnswer,
  PortalCommands,
} from '../../worker/api.ts';
import { dateOf, timeOf } from '../parts/time.ts';
import { formatRoute, longestHash, parseRoute } from '../router.ts';
import type { PageSession } from '../state/session.svelte.ts';
import type { Deed, Hand, Undo } from './hand.ts';
import { proofPlan } from './proof-plan.ts';
import type { UseCredential } from './proof-plan.ts';
import { credentialWords, fieldName, levelWords, planName } from './words.ts';

/** `elsewhere`: the person goes on in another view, or types: what they do there is the deed. */
export type Performed = Deed | { readonly elsewhere: true } | { readonly failed: string };

const elsewhere: Performed = { elsewhere: true };

class Refused extends Error {}

/** Never rejects for what the platform says no to. */
export async function perform(act: Act, session: PageSession, hand: Hand): Promise<Performed> {
  try {
    return await new Performance(session, hand).of(act);
  } catch (error) {
    if (error instanceof Refused) return { failed: error.message };
    throw error;
  }
}

class Performance {
  constructor(
    private readonly session: PageSession,
    private readonly hand: Hand,
  ) {}

  async of(act: Act): Promise<Performed> {
    const { session, hand } = this;
    switch (act.kind) {
      case 'switchPlan':
        return this.#switchPlan(act);
      case 'raisePermission':
        return this.#raise(act);
      case 'signInAgain':
        return this.#signIn(act.flow, act.appId, act.userId, act.scopes);
      case 'generateToken':
        return this.#generate(act.appId, act.credential);
      case 'giveToken':
        return this.#give(act);
      case 'attachToProject':
        return this.#attach(act);
      case 'liftSuspension':
        return this.#lift(act.appId);
      case 'liftAbuse': {
        await this.#portal('liftAbuse', act.appId);
        const name = this.#app(act.appId);
        const was = 'It had abused its limits. A silence that was lifted does not come back by itself.';
        const change = { name: 'standing', now: 'answered', was: 'silenced' };
        return { what: `${name} gets answers again`, was, change, mark: 'app', undo: null };
      }
      case 'enableOAuth':
        return this.#enable(act);
      case 'jumpTo':
        return this.#jumpTo(act.at);
      case 'undoJump':
        return this.#undoJump(act);
      case 'correctSignature': {
        const undo = hand.renew();
        const was = 'Its nonce, its time and its secrets are what the App holds now.';
        return {
          what: 'The call is signed anew',
          was,
          change: { name: 'signature', now: 'anew', was: 'refused' },
          mark: null,
          undo,
        };
      }
      case 'changeText':
        hand.show(act.field);
        return elsewhere;
      case 'useValue':
        return this.#change(act);
      case 'useCredential':
        return this.#prove(act);
      case 'sendAgain':
      case 'none':
        return { failed: session.app ? 'There is nothing to be done.' : 'There is no App.' };
    }
  }

  async #switchPlan({ projectId, from, plan }: Extract<Act, { kind: 'switchPlan' }>): Promise<Deed> {
    await this.#portal('setPlan', projectId, plan);
    const project = this.session.world.projects.find(({ id }) => id === projectId)?.name ?? 'The Project';
    return {
      what: `${project} is on ${planName(plan)} now`,
      was: `It was on ${planName(from)}.`,
      change: { name: 'plan', now: planName(plan), was: planName(from) },
      mark: 'plan',
      undo: async () => void (await this.#portal('setPlan', projectId, from)),
    };
  }

  /** A token keeps the level that it was made with, so that another is made. */
  async #raise({ appId, from, to, then }: Extract<Act, { kind: 'raisePermission' }>): Promise<Performed> {
    await this.#portal('updateApp', appId, { permission: to });
    const back = async () => void (await this.#portal('updateApp', appId, { permission: from }));
    if (then.kind === 'signInAgain') {
      this.session.notices.say(`${this.#app(appId)} may ${levelWords[to]} now.`, {
        label: 'Undo',
        run: () => void back(),
      });
      return this.#signIn(then.flow, then.appId, then.userId, then.scopes);
    }
    const restore = this.#proof('oauth1');
    await this.#makeAnew(appId, then.credential);
    return {
      what: `${this.#app(appId)} may ${levelWords[to]} now`,
      was: `It could ${levelWords[from]}. A token keeps the level that it was made with, so that a new one was made.`,
      change: { name: 'permission', now: to, was: from },
      mark: 'app',
      undo: async () => {
        await back();
        await this.#makeAnew(appId, then.credential);
        await restore();
      },
    };
  }

  #signIn(
    flow: 'oauth1' | 'oauth2',
    appId: string,
    userId: string | null,
    scopes: readonly string[],
  ): Performed {
    const { session, hand } = this;
    session.appId = appId;
    if (userId !== null) session.userId = userId;
    void hand.proveBy(flow);
    // What Sign-in reads of its address; `back` leads from the token to this call.
    const asked: [string, string][] =
      flow === 'oauth2' && scopes.length > 0 ? [['scopes', scopes.join(' ')]] : [];
    const path = [flow === 'oauth1' ? 'oauth1-callback' : 'pkce'];
    const back = parseRoute(location.hash);
    if (!('problem' in back)) asked.push(['back', formatRoute(back)]);
    const there = formatRoute({ view: 'sign-in', path, params: asked });
    location.hash =
      there.length <= longestHash
        ? there
        : formatRoute({ view: 'sign-in', path, params: asked.slice(0, -1) });
    return elsewhere;
  }

  async #generate(appId: string, kind: CredentialKind): Promise<Deed> {
    const restore = this.#proof(kind);
    const kept = await this.#makeAnew(appId, kind);
    return {
      what: `The vault has a new ${credentialWords[kind]} of ${this.#app(appId)}`,
      was: 'There was none that serves.',
      change: { name: credentialWords[kind], now: 'made', was: 'none' },
      mark: null,
      undo: async () => {
        await this.#portal('revoke', appId, kind);
        await this.session.playground.forget(kept.id);
        await restore();
      },
    };
  }

  async #give({ field, appId, credential }: Extract<Act, { kind: 'giveToken' }>): Promise<Deed> {
    const held = this.session.world.vault.find((each) => each.kind === credential && each.appId === appId);
    const token = held ?? (await this.#makeAnew(appId, credential));
    const value = token.kind === 'app' ? token.bearer_token : null;
    const undo = this.hand.change([{ field, value }]);
    return {
      what: `The call has the ${credentialWords[credential]} that ${this.#app(appId)} holds`,
      was: 'It had another one.',
      change: { name: fieldName(field), now: 'of the vault', was: 'another' },
      mark: null,
      undo,
    };
  }

  async #attach({ appId, projectId }: Extract<Act, { kind: 'attachToProject' }>): Promise<Deed> {
    await this.#portal('attachApp', appId, projectId);
    const project = this.session.world.projects.find(({ id }) => id === projectId)?.name ?? 'the Project';
    return {
      what: `${this.#app(appId)} belongs to ${project} now`,
      was: 'It was a Standalone App. An App does not leave its Project again, so that there is no Undo.',
      change: { name: 'Project', now: project, was: 'none' },
      mark: 'plan',
      undo: null,
    };
  }

  async #lift(appId: string): Promise<Deed> {
    await this.#portal('setSuspended', appId, false);
    return {
      what: `${this.#app(appId)} is in good standing again`,
      was: 'It was suspended.',
      change: { name: 'standing', now: 'good', was: 'suspended' },
      mark: 'app',
      undo: async () => void (await this.#portal('setSuspended', appId, true)),
    };
  }

  async #enable({ appId, version }: Extract<Act, { kind: 'enableOAuth' }>): Promise<Deed> {
    const name = version === 'oauth1' ? 'OAuth 1.0a' : 'OAuth 2.0';
    const { shown } = await this.#portal('updateApp', appId, { [version]: true });
    for (const each of shown) if (each.kind === 'client') await this.session.playground.keep(each);
    return {
      what: `${name} is on for ${this.#app(appId)}`,
      was: 'It was off.',
      change: { name, now: 'on', was: 'off' },
      mark: null,
      undo: async () => void (await this.#portal('updateApp', appId, { [version]: false })),
    };
  }

  async #jumpTo(at: number): Promise<Performed> {
    const { session } = this;
    const from = session.now;
    await session.advance(Math.max(0, at - from));
    if (session.clock.platformNow < at) return { failed: 'The clock did not go that far.' };
    return {
      what: 'The window is over',
      was: `It was ${dateOf(from)} ${timeOf(from)} on the platform’s clock.`,
      change: { name: 'clock', now: timeOf(at), was: timeOf(from) },
      mark: 'clock',
      undo: async () => void (await session.undoJump()),
    };
  }

  async #undoJump({ ms, or }: Extract<Act, { kind: 'undoJump' }>): Promise<Performed> {
    const { session } = this;
    if (session.clock.jumped === null) return this.of(or);
    const from = session.now;
    if (!(await session.undoJump())) return elsewhere;
    return {
      what: 'The clock’s jump is undone',
      was: `It was ${dateOf(from)} ${timeOf(from)}. Jump again to go back there.`,
      change: { name: 'clock', now: timeOf(session.now), was: timeOf(from) },
      mark: 'clock',
      undo: () => session.advance(ms),
    };
  }

  #change({ changes }: Extract<Act, { kind: 'useValue' }>): Deed {
    const { hand } = this;
    const [first] = changes;
    const before = first ? hand.valueOf(first.field) : null;
    const undo = hand.change(changes);
    const told = ({ field, value, name }: (typeof changes)[number]) =>
      value === null
        ? `\`${fieldName(field)}\` is left out`
        : name
          ? `\`${fieldName(field)}\` is called \`${name}\``
          : `\`${fieldName(field)}\` is \`${value}\``;
    return {
      what: changes.length === 1 ? plain(told(first!)) : `${changes.length} values are put right`,
      was:
        changes.length > 1
          ? `${changes.map(told).join(', ')}.`
          : before === null || before === ''
            ? 'It was not there.'
            : `It was \`${before}\`.`,
      change: {
        name: changes.length === 1 ? fieldName(first!.field) : 'values',
        now: changes.length === 1 ? (first!.name ?? first!.value ?? 'left out') : 'put right',
        was: before ?? 'not there',
      },
      mark: null,
      undo,
    };
  }

  async #prove(act: UseCredential): Promise<Performed> {
    const { session, hand } = this;
    const plan = proofPlan(act, hand.sent, session);
    if (!plan) return { failed: 'The page holds nothing that this endpoint takes.' };
    const appId = act.appId ?? session.app?.id ?? '';
    const userId = act.userId ?? session.user?.id ?? null;
    if (plan.how === 'signIn') return this.#signIn(plan.flow, appId, userId, []);
    const was =
      header(hand.sent.exchange.request.headers, 'authorization') === undefined
        ? 'It did not prove who makes it.'
        : 'It proved itself by something else.';
    const restore = this.#proof(plan.kind);
    const before = [session.appId, session.userId] as const;
    if (plan.how === 'made') await this.#makeAnew(appId, plan.credential);
    session.appId = appId;
    if (userId !== null) session.userId = userId;
    await hand.proveBy(plan.kind);
    const who = session.user ? `@${session.user.username}` : 'the user';
    const isUser = plan.kind === 'oauth1' || plan.kind === 'oauth2';
    const isOther = before[1] !== session.userId && isUser;
    return {
      what: isUser
        ? `The call acts as ${who} now`
        : `The call proves itself by what ${this.#app(appId)} holds`,
      was,
      change: { name: 'authorization', now: isUser ? who : this.#app(appId), was: 'another' },
      mark: isOther ? 'user' : before[0] === session.appId ? null : 'app',
      undo: async () => {
        [session.appId, session.userId] = before;
        await restore();
      },
    };
  }

  /** Takes the call's proof of this kind anew; gives back how it proved itself before. */
  #proof(kind: Parameters<Hand['proveBy']>[0]): Undo {
    return this.hand.proveBy(kind);
  }

  /** Made in the portal and kept in the vault: it is shown this once. */
  async #makeAnew(appId: string, kind: CredentialKind): Promise<Credential> {
    const { session } = this;
    const { made } = await this.#portal('regenerate', appId, kind);
    const key = session.world.vault.find((each) => each.kind === 'basic' && each.appId === appId);
    if (made.kind === 'oauth1' && key?.kind !== 'basic')
      throw new Refused(
        'The vault has no API key and secret of this App, and a user’s token signs with both.',
      );
    const { consumer_key = '', consumer_secret = '' } = key?.kind === 'basic' ? key : {};
    const whole: Credential = made.kind === 'oauth1' ? { ...made, consumer_key, consumer_secret } : made;
    const old = session.world.vault.find(
      (each) =>
        each.kind === whole.kind &&
        each.appId === appId &&
        (!('userId' in each) || !('userId' in whole) || each.userId === whole.userId),
    );
    const kept = { ...whole, id: old?.id ?? whole.id };
    await session.playground.keep(kept);
    return kept;
  }

  #app(appId: string): string {
    return this.session.world.apps.find(({ id }) => id === appId)?.name ?? 'The App';
  }

  async #portal<M extends PortalMethod>(
    method: M,
    ...args: Parameters<PortalCommands[M]>
  ): Promise<Extract<PortalAnswer<M>, { ok: true }>> {
    const answer = await this.session.playground.portal(method, ...args);
    if (!answer.ok) throw new Refused(answer.reason);
    return answer as Extract<PortalAnswer<M>, { ok: true }>;
  }
}

const plain = (text: string): string => text.replaceAll('`', '');
