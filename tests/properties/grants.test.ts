/**
 * Invariants of any sequence of acts in the portal and calls of Apps: no token exceeds the App's level or a user's
 * consent, invalidated credentials are refused everywhere, and single-use ones work once.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { covers } from '../../engine/spec/permissions.ts';
import type { PermissionLevel } from '../../engine/index.ts';
import type { Page } from '../../testing/browser.ts';
import { onAdsHost } from '../../testing/examples.ts';
import { fieldsOf, openLegs } from '../../testing/legs.ts';
import type { OAuth2Answer, Token } from '../../testing/legs.ts';
import { adsHost } from '../../testing/platform.ts';
import type { Answer } from '../../testing/platform.ts';
import { made } from '../../testing/portal.ts';
import { rounds } from '../support/rounds.ts';
import { endpoints } from '../../testing/endpoints.ts';

const levels = ['read', 'read-write', 'read-write-directmessages'] as const;
const users = ['jonas_berg', 'sam_ode'];
const scopeSets = [
  'users.read post.read',
  'users.read post.read offline.access',
  'users.read post.read post.write offline.access',
  'users.read post.read users.email dm.read dm.write offline.access',
];

interface Handshake {
  readonly token: Token;
  /** An opened consent page. */
  page: Page | null;
  person: ReturnType<Legs['browser']>;
  username: string;
  verifier: string | null;
  /** The result of the allowed page. */
  consent: PermissionLevel | null;
  spent: boolean;
}

interface UserToken {
  readonly token: Token;
  readonly level: PermissionLevel;
  readonly username: string;
}

interface Code {
  readonly code: string;
  readonly scopes: string;
  spent: boolean;
  readonly given: OAuth2Answer[];
}

type Legs = Awaited<ReturnType<typeof openLegs>>;

/** The test's own record. */
class Model {
  level: PermissionLevel = 'read-write';
  readonly handshakes: Handshake[] = [];
  readonly tokens = new Map<string, UserToken>();
  readonly dead: Token[] = [];
  readonly codes: Code[] = [];
  /** Refresh tokens: the code that each comes from, and whether it was used. */
  readonly refreshes: { readonly token: string; readonly code: Code; spent: boolean }[] = [];
  /** null for the starter's own. */
  bearer: string | null = null;
  readonly endedBearers: string[] = [];
}

type Step = (legs: Legs, model: Model) => Promise<void>;
interface Act {
  readonly name: string;
  readonly run: Step;
}

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(list.length, 1)];

/** The level that a consent page shows to the person: read from its text. */
function saidLevel(page: Page): PermissionLevel {
  const can = page.markup.elements.find(({ name }) => name === 'ul')!.text;
  if (can.includes('Direct Messages')) return 'read-write-directmessages';
  return can.includes('Create posts') ? 'read-write' : 'read';
}

const setLevel =
  (level: PermissionLevel): Step =>
  async ({ update }, model) => {
    await update({ permission: level });
    model.level = level;
  };

const ask =
  (callback: boolean, access: string | null, user: number): Step =>
  async (legs, model) => {
    const query = {
      oauth_callback: callback ? legs.callback : 'oob',
      ...(access !== null && { svc_auth_access_type: access }),
    };
    const token = await legs.askToken(query);
    const username = users[user % users.length]!;
    model.handshakes.push({
      token,
      page: null,
      person: legs.browser(),
      username,
      verifier: null,
      consent: null,
      spent: false,
    });
  };

const open =
  (at: number): Step =>
  async (_legs, model) => {
    const handshake = pick(model.handshakes, at);
    if (!handshake) return;
    let page = await handshake.person.open(`/oauth/authorize?oauth_token=${handshake.token.oauth_token}`);
    if (page.asksPassword) page = await handshake.person.login(page, handshake.username);
    // choice: o1-request-token — a decided token is not asked about again.
    const isDecided = handshake.spent || handshake.verifier !== null;
    expect(page.asksConsent).toBe(!isDecided);
    if (!isDecided) handshake.page = page;
  };

const decide =
  (at: number, decision: 'allow' | 'deny'): Step =>
  async (_legs, model) => {
    const handshake = pick(model.handshakes, at);
    if (!handshake?.page) return;
    const shown = handshake.page;
    const after = await handshake.person.submit(shown, decision);
    if (handshake.spent || handshake.verifier !== null) {
      expect(after.status).toBe(401);
      return;
    }
    if (after.asksConsent) {
      handshake.page = after;
      return;
    }
    if (decision === 'deny') {
      handshake.spent = true;
      return;
    }
    handshake.verifier = after.pin || after.parameter('oauth_verifier') || null;
    expect(handshake.verifier).not.toBeNull();
    handshake.consent = saidLevel(shown);
  };

const exchange =
  (at: number): Step =>
  async (legs, model) => {
    const handshake = pick(model.handshakes, at);
    if (!handshake?.verifier) return;
    const answer = await legs.exchange(handshake.token, { oauth_verifier: handshake.verifier });
    if (handshake.spent) {
      expect([answer.status, answer.code]).toEqual([401, 89]);
      return;
    }
    expect(answer.status).toBe(200);
    handshake.spent = true;
    const token = fieldsOf(answer) as unknown as Token & { screen_name: string };
    expect(token.screen_name).toBe(handshake.username);
    const level = (await call(legs, token)).header('svc-access-level') as PermissionLevel;
    expect(covers(handshake.consent!, level), `consent ${handshake.consent!}, token ${level}`).toBe(true);
    expect(covers(model.level, level), `App ${model.level}, token ${level}`).toBe(true);
    const before = model.tokens.get(token.oauth_token);
    if (before) expect([before.level, before.username]).toEqual([level, handshake.username]);
    expect(model.dead.some(({ oauth_token }) => oauth_token === token.oauth_token)).toBe(false);
    model.tokens.set(token.oauth_token, { token, level, username: handshake.username });
  };

const call = (legs: Legs, token: Token, path = '/2/users/me'): Promise<Answer> =>
  legs.as.signing({ ...legs.keys, ...token }).get(path);

const invalidate =
  (at: number): Step =>
  async (legs, model) => {
    const held = pick([...model.tokens.values()], at);
    if (!held) return;
    const answer = await legs.as.signing({ ...legs.keys, ...held.token }).post('/1.1/oauth/invalidate_token');
    expect(answer.status).toBe(200);
    model.tokens.delete(held.token.oauth_token);
    model.dead.push(held.token);
  };

const consent =
  (at: number): Step =>
  async (legs, model) => {
    const scopes = pick(scopeSets, at)!;
    const page = await legs.consent({ scope: scopes });
    model.codes.push({ code: page.parameter('code')!, scopes, spent: false, given: [] });
  };

/** Records an answer: what it grants is within the consent. */
function took(answer: OAuth2Answer, code: Code, model: Model): void {
  const granted = code.scopes.split(' ');
  expect(answer.scope.split(' ').every((scope) => granted.includes(scope))).toBe(true);
  code.given.push(answer);
  if (answer.refresh_token) model.refreshes.push({ token: answer.refresh_token, code, spent: false });
}

/** Everything that came from the code has ended. */
function ended(code: Code, model: Model): void {
  for (const refresh of model.refreshes) if (refresh.code === code) refresh.spent = true;
}

const redeem =
  (at: number): Step =>
  async (legs, model) => {
    const code = pick(model.codes, at);
    if (!code) return;
    const answer = await legs.redeem(code.code);
    expect(answer.status).toBe(code.spent ? 400 : 200);
    if (code.spent) {
      await expectAllRefused(legs, code);
      return ended(code, model);
    }
    code.spent = true;
    took(answer.json as unknown as OAuth2Answer, code, model);
  };

const refresh =
  (at: number, narrow: boolean): Step =>
  async (legs, model) => {
    const held = pick(model.refreshes, at);
    if (!held) return;
    const answer = await legs.refresh(held.token, narrow ? { scope: 'users.read post.read' } : {});
    expect(answer.status).toBe(held.spent ? 400 : 200);
    if (held.spent) {
      await expectAllRefused(legs, held.code);
      return ended(held.code, model);
    }
    held.spent = true;
    took(answer.json as unknown as OAuth2Answer, held.code, model);
  };

async function expectAllRefused({ as }: Legs, { given }: Code): Promise<void> {
  for (const { access_token } of given)
    expect((await as.withBearer(access_token).get('/2/users/me')).status).toBe(401);
}

const revoke =
  (at: number): Step =>
  async (legs, model) => {
    const held = pick(model.refreshes, at);
    if (!held) return;
    expect((await legs.revoke(held.token)).status).toBe(200);
    // A missing one says nothing about the others: its family ended before it.
    await expectAllRefused(legs, held.code);
    ended(held.code, model);
  };

/** Through the portal, or the owner's call: either way the current one ends, and a new one is issued. */
const endBearer =
  (byCall: boolean): Step =>
  async ({ platform, app, as }, model) => {
    const outstanding = model.bearer ?? as.credential('app', app().name).bearer_token;
    if (byCall) {
      const path = `/oauth2/invalidate_token?access_token=${encodeURIComponent(outstanding)}`;
      expect((await as.user('mira_holm').post(path)).status).toBe(200);
    }
    const { bearer_token } = made(await platform.do('portal.regenerate', app().id, 'app')) as {
      bearer_token: string;
    };
    expect(model.endedBearers).not.toContain(bearer_token);
    model.endedBearers.push(outstanding);
    model.bearer = bearer_token;
  };

const inTurn =
  (...steps: readonly Step[]): Step =>
  async (legs, model) => {
    for (const step of steps) await step(legs, model);
  };

const act = (name: string, run: Step): Act => ({ name, run });
const place = fc.nat(5);

const level = fc.constantFrom(...levels);
const lastLeg =
  (step: (at: number) => Step): Step =>
  (legs, model) =>
    step(model.handshakes.length - 1)(legs, model);

/** All three legs, with the App's level changed before each. */
const wholeLegs = fc
  .tuple(fc.boolean(), fc.constantFrom(null, 'read', 'write'), place, fc.tuple(level, level, level, level))
  .map(([callback, access, user, [first, second, third, fourth]]) =>
    act(
      `legs ${String(access)} at ${first}, ${second}, ${third}, ${fourth}`,
      inTurn(
        setLevel(first),
        ask(callback, access, user),
        setLevel(second),
        lastLeg(open),
        setLevel(third),
        lastLeg((at) => decide(at, 'allow')),
        setLevel(fourth),
        lastLeg(exchange),
      ),
    ),
  );

/** Redeems a code, refreshes, and optionally tries the first refresh token again. */
const wholeGrants = fc.tuple(place, fc.boolean(), fc.boolean()).map(([scopes, narrow, again]) =>
  act(
    `grant ${scopes}${again ? ', refreshed twice' : ''}`,
    inTurn(
      consent(scopes),
      (legs, model) => redeem(model.codes.length - 1)(legs, model),
      async (legs, model) => {
        const at = model.refreshes.findIndex(({ code }) => code === model.codes.at(-1));
        if (at < 0) return;
        await refresh(at, narrow)(legs, model);
        if (again) await refresh(at, false)(legs, model);
      },
    ),
  ),
);

const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.constantFrom(...levels).map((level) => act(`App is ${level}`, setLevel(level))),
  fc
    .tuple(fc.boolean(), fc.constantFrom(null, 'read', 'write'), place)
    .map(([callback, access, user]) => act(`ask ${String(access)}`, ask(callback, access, user))),
  place.map((at) => act(`open ${at}`, open(at))),
  fc
    .tuple(place, fc.constantFrom('allow', 'allow', 'allow', 'deny'))
    .map(([at, decision]) => act(`${decision} ${at}`, decide(at, decision))),
  { arbitrary: place.map((at) => act(`exchange ${at}`, exchange(at))), weight: 2 },
  place.map((at) => act(`invalidate ${at}`, invalidate(at))),
  place.map((at) => act(`consent ${at}`, consent(at))),
  place.map((at) => act(`redeem ${at}`, redeem(at))),
  fc.tuple(place, fc.boolean()).map(([at, narrow]) => act(`refresh ${at}`, refresh(at, narrow))),
  place.map((at) => act(`revoke ${at}`, revoke(at))),
  fc.boolean().map((byCall) => act('end the bearer token', endBearer(byCall))),
  { arbitrary: wholeLegs, weight: 3 },
  { arbitrary: wholeGrants, weight: 2 },
);

/** No endpoint accepts an ended credential of its kind. */
async function expectDead(legs: Legs, model: Model): Promise<void> {
  const { as, keys } = legs;
  for (const { api, auth, method, path } of endpoints) {
    const filled = path.replaceAll(/:\w+/g, '1');
    const message = { method, path: onAdsHost({ api }) ? `${adsHost}${filled}` : filled };
    const refused = async (caller: ReturnType<typeof as.signing>) => {
      const answer = await caller.send(message);
      expect([answer.status, answer.code], path).toEqual([401, 89]);
    };
    if (auth.includes('oauth1'))
      for (const token of model.dead) await refused(as.signing({ ...keys, ...token }));
    if (auth.includes('app')) for (const token of model.endedBearers) await refused(as.withBearer(token));
  }
}

test('no sequence of portal and API calls grants more than the consent, or revives ended credentials', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 12, maxLength: 45 }), async (list) => {
      const legs = await openLegs('Northwind Reader', { logSize: 1 });
      const model = new Model();
      for (const { name, run } of list) {
        try {
          await run(legs, model);
        } catch (error) {
          throw new Error(`at “${name}” of ${list.map((each) => each.name).join(', ')}`, { cause: error });
        }
      }
      await expectDead(legs, model);
    }),
    rounds(25, 2_000),
  );
});
