/**
 * Every endpoint of v2 as the page offers it: its example, by the credential that the page has for it, sent once, in one
 * page. Without a page the same examples are met on a fresh platform each, in tests/contract/declarations.test.ts; here
 * each finds the world as those before it left it. The gate sends one of each kind.
 */
import type { Page } from '@playwright/test';
import openapi from '../../../openapi.json' with { type: 'json' };
import { expect, test } from '../../support/page.ts';
import { proving } from '../../support/prove.ts';

interface Listed {
  readonly id: string;
  readonly summary: string;
  readonly method: string;
  readonly path: string;
  readonly family: string;
}

type Operations = Readonly<
  Record<string, { readonly operationId: string; readonly summary: string; readonly tags: readonly string[] }>
>;

/** What gives and takes tokens is met in sign-in; webhooks need somebody who receives. */
const elsewhere = ['oauth2', 'webhooks', 'account-activity'];

/** The endpoints of section 8.3 under /2, and the addresses of compliance jobs. */
const listed: readonly Listed[] = Object.entries(
  openapi.paths as unknown as Readonly<Record<string, Operations>>,
)
  .flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId, summary, tags }]) => ({
      ...{ id: operationId, summary, method, path, family: tags[0]! },
    })),
  )
  .filter(({ path, family }) => /^\/(2|compliance)\//.test(path) && !elsewhere.includes(family));

/** What removes is sent last, a list after what is taken off it. */
const rank = ({ id, method }: Listed): number => (id === 'deleteList' ? 2 : method === 'delete' ? 1 : 0);
const inOrder = listed.toSorted((a, b) => rank(a) - rank(b));

/** Answers without JSON of which `data` is a member: lines as they come, and a file. */
const otherwise: Readonly<Record<string, string>> = {
  streamPosts: 'Open for',
  downloadComplianceResult: '"action":"delete"',
};

/**
 * Beside those that answer otherwise: one that reads, one by another App, one that writes, one that removes. That each
 * endpoint's example, as the page composes it, is answered: src/views/requests/call/compose.test.ts.
 */
const ofEachKind = new Set(['getPosts', 'getDmEvents', 'createPost', 'deletePost']);
const chosen = inOrder.filter(({ id }) => proving || ofEachKind.has(id) || id in otherwise);

/** Northwind's App whose tokens reach Direct Messages, which those of its first App do not. */
const courier = '26003';

const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });

/** In place of the call before: no more than a few can be open. */
async function open(page: Page, { id, summary, family }: Listed): Promise<void> {
  // Not at the body, whose editor is met elsewhere: drawing it costs more than the call.
  const hash = `#/requests/${id}?tab=headers${family === 'messages' ? `&app=${courier}` : ''}`;
  await page.evaluate((to) => (location.hash = to), hash);
  await page.getByRole('heading', { name: summary, exact: true }).waitFor();
  await response(page)
    .getByText(/The answer appears here/)
    .waitFor();
}

async function close(page: Page, { id }: Listed): Promise<void> {
  if (id === 'streamPosts') {
    await response(page).getByRole('button', { name: 'Stop', exact: true }).click();
    await response(page)
      .getByText(/Stopped by you/)
      .waitFor();
  }
  await page.getByRole('tablist', { name: 'Calls' }).getByRole('tab', { selected: true }).press('Delete');
}

test(`${proving ? 'every endpoint' : 'each kind of endpoint'} of v2 answers its example with data, by the credential that stands ready`, async ({
  page,
}) => {
  await page.goto('./');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await send.waitFor();
  // Nothing that the world starts with is for its first minutes alone.
  const clock = page.getByRole('group', { name: 'Platform clock' }).locator('time');
  const shown = async () => Date.parse((await clock.getAttribute('datetime')) ?? '');
  const before = await shown();
  await page.getByRole('button', { name: '+24 h' }).click();
  await expect.poll(shown).toBeGreaterThanOrEqual(before + 86_400_000); // what is signed until then is late
  expect(listed.length, 'the rows of section 8.3, and two addresses of compliance jobs').toBe(80);
  for (const each of chosen)
    await test.step(each.id, async () => {
      await open(page, each);
      await send.click();
      const status = response(page).locator('.st').first();
      await status.waitFor();
      await expect(status, each.id).toHaveText(/20[01]/);
      await expect(response(page), each.id).toContainText(otherwise[each.id] ?? '"data"');
      await close(page, each);
    });
});
