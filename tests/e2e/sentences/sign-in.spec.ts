/** What Sign-in says of a flow is compared with the calls in the log and the tokens of the platform behind it. */
import type { Page } from '@playwright/test';
import { lastOf, scopeTexts } from '../../../engine/inside.ts';
import type { Exchange } from '../../../engine/inside.ts';
import type {
  AuthorizationCode,
  OAuth2Token,
  RequestToken,
  UserToken,
} from '../../../engine/state/tables/grants.ts';
import { basicOf } from '../../../testing/platform.ts';
import { counted, lastCall, showsTrace, statusOf, timeOfDay, whileAttached } from '../../support/attached.ts';
import type { Attached } from '../../support/attached.ts';
import { choose, click, frame, textInside } from '../../support/mini-browser.ts';
import { expect, test } from '../../support/page.ts';
import { button, messages, outcome, question } from '../../support/sign-in.ts';

const minute = 60_000;
/** The messages, and the one that is opened: the latest, until another is chosen. */
const exchangeOf = (page: Page) => page.getByRole('group', { name: 'Sequence diagram and exchange' });

/** The calls of a flow in the diagram: each with the status of its answer, and opened with its steps. */
async function showsCalls(page: Page, calls: readonly Exchange[]): Promise<void> {
  const items = messages(page).getByRole('listitem');
  const answers = items.filter({ hasText: /^\s*\d+\s+[1-5]\d\d / });
  const redirects = items.filter({ hasText: /^\s*\d+\s+302 to \/oauth/ });
  await expect(answers).toHaveCount(calls.length + (await redirects.count()));
  const words = await answers.allInnerTexts();
  const ofPlatform = words.filter((each) => !/302 to \/oauth/.test(each));
  for (const [at, call] of calls.entries()) {
    expect(ofPlatform[at]).toMatch(new RegExp(`^\\s*\\d+\\s+${statusOf(call)} `));
    await items
      .filter({ hasText: (ofPlatform[at] ?? '').trim() })
      .getByRole('button')
      .first()
      .click();
    const exchange = exchangeOf(page);
    await expect(exchange.getByText(new RegExp(`^\\s*${statusOf(call)} [A-Z]`)).last()).toBeVisible();
    await showsTrace(exchange, call);
  }
  await expect(page.getByRole('region', { name: 'Sequence' }).getByRole('status').first()).toContainText(
    new RegExp(`(\\d+) of \\1, done|ended at ${await items.count()}`),
  );
}

function flowOf({ platform, page, open, rows }: Attached) {
  const read = <T>(name: string) => rows(name) as unknown as readonly T[];
  let before = 0;
  return {
    tokens: () =>
      read<OAuth2Token>('oauth2_tokens').toSorted((one, other) => one.expires_at - other.expires_at),
    userTokens: () => read<UserToken>('user_tokens'),
    requestTokens: () => read<RequestToken>('request_tokens'),
    /** Those that are still good. */
    codes: () =>
      read<AuthorizationCode>('authorization_codes').filter(
        ({ expires_at }) => expires_at > platform.clock.now(),
      ),
    /** The calls since the flow was opened. */
    calls: () => platform.exchanges.list().slice(before),
    async begin(flow: string): Promise<void> {
      await open(`sign-in/${flow}`);
      await expect(page.getByRole('heading', { name: 'Sign-in', exact: true })).toBeAttached();
      before = platform.exchanges.list().length;
    },
  };
}

test('issue 18: the exchanges, the token and its end are what the platform has', async ({ browser }) => {
  await whileAttached(browser, async (it) => {
    const { platform, page, elsewhere } = it;
    const flow = flowOf(it);
    const cell = (name: string) =>
      page.getByRole('table', { name: 'What came back' }).getByRole('row', { name }).getByRole('cell');
    const ofUser = (id: string | null | undefined) =>
      platform.portal.users().find((each) => each.id === id)?.username;

    await test.step('what a token may do: the scopes that are asked for, and what the person is told', async () => {
      await flow.begin('pkce');
      await button(page, 'Run to the next question').click();
      await choose(page, 'mira_holm');
      await expect.poll(() => textInside(page)).toContain('use your account?');
      const { url } = lastOf(flow.calls().filter(({ request }) => /scope=/.test(request.url))).request;
      const asked = new URL(url).searchParams.get('scope')?.split(' ') ?? [];
      const asks = page.getByRole('region', { name: 'Asks for' });
      await expect(asks).toContainText(`${asked.length} of ${Object.keys(scopeTexts).length} scopes`);
      await expect(asks.getByRole('listitem')).toHaveText(asked);
      const can = await frame(page).evaluate((element) =>
        [...((element as HTMLIFrameElement).contentDocument?.querySelectorAll('.can li') ?? [])].map(
          ({ textContent }) => textContent,
        ),
      );
      expect(can).toEqual(
        Object.entries(scopeTexts).flatMap(([scope, text]) => (asked.includes(scope) ? [text] : [])),
      );
    });

    await test.step('each exchange, and the token that it gave: whose it is, what it may do, how long it lives', async () => {
      await click(page, 'Allow');
      await button(page, 'Run all').click();
      await expect(outcome(page)).toContainText('Your app holds');
      const token = lastOf(flow.tokens());
      await expect(outcome(page)).toContainText(
        `Your app holds an OAuth 2.0 user token of @${ofUser(token.user_id)}`,
      );
      await showsCalls(page, flow.calls());
      await messages(page)
        .getByRole('button', { name: /200 access_token/ })
        .click();
      const gave = flow.calls().find(({ endpointId }) => endpointId === 'exchangeCode');
      await expect(cell('access_token')).toHaveText(token.access_token);
      await expect(cell('scope')).toHaveText(token.scopes.join(' '));
      await expect(cell('expires_in')).toHaveText(String((token.expires_at - (gave?.at ?? NaN)) / 1000));
    });

    await test.step('when it ends: by time', async () => {
      const { access_token, expires_at } = lastOf(flow.tokens());
      const calls = () => elsewhere.withBearer(access_token).get('/2/users/me');
      await platform.clock.advance(expires_at - platform.clock.now() - 1000);
      expect((await calls()).status).toBe(200);
      await expect(page.getByRole('banner')).toContainText(timeOfDay(platform.clock.now()));
      await expect(outcome(page)).toContainText('Your app holds');
      await platform.clock.advance(1000);
      expect((await calls()).status).toBe(401);
      await expect(outcome(page)).toContainText(`The token expired at ${timeOfDay(expires_at)} UTC.`);
      await expect(outcome(page)).not.toContainText('Your app holds');
    });

    await test.step('when it ends: by a call of its App', async () => {
      await flow.begin('pkce');
      await page.reload();
      await button(page, 'Run all').click();
      await expect(outcome(page)).toContainText('Your app holds');
      const { access_token } = lastOf(flow.tokens());
      await platform.clock.advance(minute);
      const client = elsewhere.credential('client', 'Northwind Reader');
      const basic = basicOf({ consumer_key: client.client_id, consumer_secret: client.client_secret ?? '' });
      const revoke = { method: 'POST', path: '/2/oauth2/revoke', form: { token: access_token } };
      expect((await elsewhere.raw(basic).send(revoke)).status).toBe(200);
      const { at, request } = lastCall(platform);
      expect(flow.tokens().some((each) => each.access_token === access_token)).toBe(false);
      await expect(outcome(page)).toContainText(
        `Northwind Reader ended its token itself, by ${request.method} ${new URL(request.url).pathname}, at ${timeOfDay(at)} UTC.`,
      );
    });

    await test.step('a code that expired: how long it lived, and the refusal', async () => {
      await flow.begin('pkce');
      await page.getByRole('switch', { name: 'Expired code' }).check();
      await button(page, 'Run to the next question').click();
      await expect.poll(() => textInside(page)).toContain('use your account?');
      await click(page, 'Allow');
      await expect.poll(() => flow.codes().length).toBe(1);
      const lives = lastOf(flow.codes()).expires_at - lastCall(platform).at;
      await button(page, 'Run all').click();
      await expect(outcome(page)).toContainText(`A code lives ${counted(lives / 1000, 'second')}:`);
      expect(statusOf(lastCall(platform))).toBe(400);
      await showsTrace(exchangeOf(page), lastCall(platform));
      await page.getByRole('switch', { name: 'Expired code' }).uncheck();
    });

    await test.step('OAuth 1.0a: how long the request token lives, and the user of the access token', async () => {
      await flow.begin('oauth1-callback');
      await button(page, 'Step').or(button(page, 'Start')).click();
      await expect.poll(() => flow.requestTokens().length).toBe(1);
      const lives = lastOf(flow.requestTokens()).expires_at - lastCall(platform).at;
      const asked = page.getByRole('region', { name: /Ask for a request token/ });
      await expect(asked).toContainText(`It lives ${counted(lives / minute, 'minute')}.`);
      await expect(cell('oauth_token_secret')).toHaveText(lastOf(flow.requestTokens()).oauth_token_secret);
      await question(page).click();
      await button(page, 'Run all').click();
      await expect(outcome(page)).toContainText('Your app holds');
      const { user_id } = lastOf(flow.userTokens());
      await expect(outcome(page)).toContainText(`an OAuth 1.0a access token of @${ofUser(user_id)}`);
      await showsTrace(exchangeOf(page), lastCall(platform));
    });

    await test.step('a request token that others’ jump of the clock made old: a switch that is on is not the cause', async () => {
      await flow.begin('oauth1-callback');
      await page.reload();
      await page.getByRole('switch', { name: 'Wrong verifier' }).check();
      await question(page).click();
      await choose(page, 'mira_holm');
      await click(page, 'Allow');
      await expect.poll(() => flow.requestTokens().some((each) => each.oauth_verifier !== null)).toBe(true);
      await platform.clock.advance(16 * minute);
      await expect(page.getByRole('banner')).toContainText(timeOfDay(platform.clock.now()));
      await button(page, 'Run all').click();
      await expect(outcome(page)).toContainText('The platform refused this step. Its X-ray says why');
      await showsCalls(page, flow.calls());
      const refusals = lastCall(platform).trace.flatMap(({ problem }) => problem ?? []);
      expect([statusOf(lastCall(platform)), refusals]).toEqual([401, ['tokenInvalid']]);
    });
  });
});
