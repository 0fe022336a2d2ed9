/**
 * Every problem of the closed list, provoked in the built page: its act is pressed, and Send again gets a success; or
 * the page says why there is no act. That it was this problem and no other is read from the log that the page exports.
 * The gate plays one of each kind; the acts of all problems are performed without a browser in
 * src/views/requests/refusal/every-refusal.svelte.test.ts.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import openapi from '../../../openapi.json' with { type: 'json' };
import { problems } from '../../../engine/spec/problem-list.ts';
import type { ProblemName } from '../../../engine/spec/problems.ts';
import { importFile } from '../../support/import-file.ts';
import { expect, test } from '../../support/page.ts';
import { proving } from '../../support/prove.ts';
import { access } from './refusals/access.ts';
import { flows } from './refusals/flows.ts';
import { message } from './refusals/message.ts';
import { response } from './refusals/scene.ts';
import type { ActLess, Around, Mended, Scene } from './refusals/scene.ts';
import { webhooks } from './refusals/webhooks.ts';
import { refusalWorld } from './refusals/world.ts';
import type { WorldFile } from './refusals/world.ts';

/** A name without a scene is a type error. */
const table: Readonly<Record<ProblemName, Scene>> = { ...message, ...access, ...flows, ...webhooks };

/** Their acts and edits are those of another scene, on another value, or of refusals.spec.ts: played in the long proofs alone. */
const alike: ReadonlySet<string> = new Set<ProblemName>([
  'bodyTooLarge',
  'unsupportedMediaType',
  'duplicatePost',
  'tokenInvalid',
  'oauth1Disabled',
  'writeForbidden',
  'notEnrolled',
  'planLacksEndpoint',
  'rateLimitExceeded',
  'callbackMissing',
  'invalidClient',
  'foreignToken',
  'invalidScope',
  'webhookIdInvalid',
  'duplicateSubscriptionFailed',
  'notFound',
  'sslRequired',
  'resourceNotFound',
  'foreignResource',
  'timestampOutOfBounds',
  'credentialsUnverified',
  'unsupportedAuthentication',
  'messagesForbidden',
  'tokenTooOften',
  'usageCapExceeded',
  'callbackNotApproved',
  'verifierMissing',
  'grantTypeMissing',
  'invalidRequest',
  'invalidGrant',
  'unsupportedTokenType',
  'unsupportedGrantType',
  'unauthorizedClient',
  'foreignGrant',
  'oauth2Disabled',
  'notAppOwner',
  'duplicateUrlFailed',
  'webhookLimitExceeded',
  'subscriptionNotFound',
  'accountForbidden',
  'termsNotAccepted',
  'catalogLimitExceeded',
]);

type Operations = Readonly<Record<string, { readonly operationId: string; readonly summary: string }>>;

const footer = (page: Page) => page.getByRole('contentinfo');

/** The heading over the composer, by the endpoint that a link begins with. */
const headings = new Map(
  Object.values(openapi.paths as unknown as Readonly<Record<string, Operations>>)
    .flatMap((operations) => Object.values(operations))
    .map(({ operationId, summary }) => [operationId, summary]),
);
const heading = (page: Page, link: string) =>
  page.getByRole('heading', { name: headings.get(link.split('?')[0]!) ?? 'Free-form call', exact: true });

/** In place of the untouched call to start with, which no scene is about. */
async function open(page: Page, link: string): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), `#/requests/${link}`);
  await heading(page, link).waitFor();
}

async function close(page: Page): Promise<void> {
  await page.getByRole('tablist', { name: 'Calls' }).getByRole('tab', { selected: true }).press('Delete');
  await heading(page, 'getMe').waitFor();
}

const send = (page: Page) => page.getByRole('button', { name: /^Send( anyway)?$/ });
const again = (page: Page) => response(page).getByRole('button', { name: 'Send again', exact: true });

async function play(page: Page, scene: Scene, around: Around): Promise<void> {
  const status = response(page).locator('.st').first();
  if (!('blocked' in scene)) scene.before?.(around);
  await open(page, typeof scene.link === 'string' ? scene.link : scene.link(around.world));
  if ('blocked' in scene) {
    await expect(page.getByText(scene.blocked)).toBeVisible();
    await expect(send(page)).toHaveAttribute('aria-disabled', 'true');
    await scene.then(page, around);
    await send(page).click();
  } else {
    await scene.edit?.(page, around);
    await send(page).click();
    await expect(status).toContainText(String(scene.status));
    await expect(response(page).getByRole('heading', { name: scene.says })).toBeVisible();
    await ('act' in scene ? mend(page, scene, around) : leave(page, scene, around));
    if ('because' in scene && !scene.then) return;
  }
  await expect(status).toContainText(/^\s*20[01]/);
}

async function mend(page: Page, { act, then }: Mended, around: Around): Promise<void> {
  await expect(again(page)).toHaveAttribute('aria-disabled', 'true');
  await response(page).getByRole('button', { name: act, exact: true }).click();
  await then?.(page, around);
  await expect(again(page)).not.toHaveAttribute('aria-disabled', 'true');
  await again(page).click();
}

/** Beside Send again there is nothing to press. */
async function leave(page: Page, { because, then }: ActLess, around: Around): Promise<void> {
  await expect(response(page).getByText(because)).toBeVisible();
  await expect(again(page)).not.toHaveAttribute('aria-disabled', 'true');
  await expect(again(page).locator('..').getByRole('button')).toHaveText(['Send again']);
  await then?.(page, around);
}

/** The problems of the calls that were made here, in their order. */
async function refusedIn(page: Page, { sequence }: WorldFile): Promise<readonly string[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    footer(page).getByRole('button', { name: 'Export' }).click(),
  ]);
  const { tables } = JSON.parse(await readFile(await download.path(), 'utf8')) as {
    tables: {
      exchanges: { sequence: number; trace: { problem?: string }[] }[];
    };
  };
  return tables.exchanges
    .filter((each) => each.sequence > sequence)
    .sort((a, b) => a.sequence - b.sequence)
    .flatMap(({ trace }) => trace.flatMap(({ problem }) => problem ?? []));
}

// Whatever became of a test, the next one has a server that has everything.
test.afterEach(({ site }) => void (site.missing = null));

/** The long proofs play each group in a world of its own. */
const groups: readonly (readonly [name: string, Readonly<Record<string, Scene>>])[] = proving
  ? Object.entries({ message, access, flows, webhooks })
  : [['anything', Object.fromEntries(Object.entries(table).filter(([name]) => !alike.has(name)))]];

for (const [group, scenes] of groups)
  test(`${proving ? 'every refusal' : 'each kind of refusal'} about ${group} leads on: the act is pressed, and Send again gets a success`, async ({
    page,
    site,
    watched,
  }) => {
    const world = await refusalWorld();
    const file = proving && group !== 'webhooks' ? world.without : world.withWebhook;
    await importFile(page, file.file);
    for (const [name, scene] of Object.entries(scenes))
      await test.step(name, async () => {
        await play(page, scene, { world, site });
        await close(page);
      });
    const sent = Object.entries(scenes).flatMap(([name, scene]) => ('blocked' in scene ? [] : name));
    expect(await refusedIn(page, file)).toEqual(sent);
    // What internalError is about: a part that did not arrive.
    watched.faults.splice(
      0,
      watched.faults.length,
      ...watched.faults.filter((each) => !/family-communities/.test(each)),
    );
  });

test('no name of the closed list is left out', () => {
  expect(Object.keys(table).sort()).toEqual(Object.keys(problems).sort());
});
