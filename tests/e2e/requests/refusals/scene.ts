/** A refusal as somebody meets it in Requests: what they send, what the page says, what they press, and what comes of it. */
import type { Page } from '@playwright/test';
import { expect } from '../../../support/page.ts';
import type { Site } from '../../../support/site.ts';
import type { World } from './world.ts';

/** Beside the page: what the imported world has, and the server that the page came from. */
export interface Around {
  readonly world: World;
  readonly site: Site;
}

interface Called {
  /** What follows `#/requests/`. */
  readonly link: string | ((world: World) => string);
  /** Before it is opened. */
  readonly before?: (around: Around) => void;
  /** Done to the call where no link says it. */
  readonly edit?: (page: Page, around: Around) => Promise<void>;
  readonly status: number;
  /** The heading of the refusal. */
  readonly says: string;
}

/** What is done about it, by a button of this name. */
export interface Mended extends Called {
  readonly act: string | RegExp;
  /** What the person does after it: they type, or go through Sign-in. */
  readonly then?: (page: Page, around: Around) => Promise<void>;
}

/** Nothing is offered, and the page says why; `then` is what the reason tells the person, after which the call succeeds. */
export interface ActLess extends Called {
  readonly because: string;
  readonly then?: (page: Page, around: Around) => Promise<void>;
}

/** The composer makes no message of it: it says why, and nothing is sent. */
export interface Unsent {
  readonly link: string;
  readonly blocked: string;
  readonly then: (page: Page, around: Around) => Promise<void>;
}

export type Scene = Mended | ActLess | Unsent;

export const mira = '2244994945';
export const jonas = '2244994946';
export const user = `/2/users/${mira}`;

export const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });

const query = (parts: Readonly<Record<string, string>>): string => new URLSearchParams(parts).toString();

export const free = (method: string, url: string, more: Readonly<Record<string, string>>): string =>
  `free-form?${query({ method, url, ...more })}`;
export const of = (endpoint: string, more: Readonly<Record<string, string>>): string =>
  `${endpoint}?${query(more)}`;

/** Types over what the call is authenticated with. */
export const overwrite =
  (values: Readonly<Record<string, string>> | ((world: World) => Readonly<Record<string, string>>)) =>
  async (page: Page, { world }: Around): Promise<void> => {
    await page.getByRole('button', { name: 'Values' }).click();
    for (const [name, value] of Object.entries(typeof values === 'function' ? values(world) : values))
      await page.getByRole('textbox', { name, exact: true }).fill(value);
  };

/** In place of what the body has: pasted, as an editor adds to what is typed. */
export async function pasteBody(page: Page, body: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), body);
  await page.getByText('Tab goes on to the next control').waitFor();
  await page.getByRole('textbox', { name: 'Body' }).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+V');
  await expect(page.getByText(`application/json, ${body.length} B`)).toBeVisible();
}

/** The act leads to the body, and something else stands there then. */
export const retype =
  (body: string) =>
  async (page: Page): Promise<void> => {
    await expect(page.getByRole('textbox', { name: 'Body' })).toBeFocused();
    await pasteBody(page, body);
  };
