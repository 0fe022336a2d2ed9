import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { proving } from './prove.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose result can depend on the colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Violations in a page, without its frames: `rule: the elements`. */
export function violations(page: Page): Promise<string[]> {
  return run(page, null);
}

/**
 * Violations in both colour schemes, `scheme, rule: the elements`; the page is light afterwards. In dark only the rules
 * about colours run, because the other rules find the same as in light. The long proofs run every rule in both.
 */
export async function violationsInBothSchemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const rules = colorScheme === 'dark' && !proving ? colourRules : null;
    found.push(...(await run(page, rules)).map((each) => `${colorScheme}, ${each}`));
  }
  return found;
}

/** Digests of the markup in which axe has found nothing, in this process. */
const clean = new Set<string>();

/**
 * With every rule if `rules` is null. Unchanged parts in which axe found nothing are skipped: most of a page is the
 * same from state to state, and checking it again is most of the work. The long proofs skip nothing.
 */
async function run(page: Page, rules: readonly string[] | null): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const { found, looked } = await page.evaluate(look, { rules, clean: proving ? [] : [...clean] });
  if (found.length === 0) for (const each of looked) clean.add(each);
  return found;
}

/** Runs in the page. `looked`: the digests of what axe has checked. */
async function look({ rules, clean }: { rules: readonly string[] | null; clean: readonly string[] }) {
  // Scripts learn of a new colour scheme with the next frame: the editor changes its colours then.
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  // A colour in transition is neither the old nor the new one; endless animations are not awaited.
  const ends = ({ effect }: Animation) => Number.isFinite(effect?.getComputedTiming().endTime);
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(ends)
      .map(({ finished }) => finished),
  );

  const known = new Set(clean);
  const looked: string[] = [];
  const exclude: Element[] = [];
  /** FNV-1a, and a second time with the position of each unit. A sandboxed page has no crypto.subtle. */
  const digest = (text: string) => {
    let one = 0x811c9dc5;
    let other = 0x01000193;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      one = Math.imul(one ^ unit, 0x01000193);
      other = Math.imul(other ^ (unit + at), 0x01000193);
    }
    return `${(one >>> 0).toString(36)}.${(other >>> 0).toString(36)}`;
  };
  /** The current state of an element: its markup, the state of its fields, and its ancestors' tags. */
  const visit = (element: Element, within: string): void => {
    const states = [':checked', ':focus', ':disabled', ':placeholder-shown', ':popover-open'].map(
      (state) => `${state}${[...element.querySelectorAll(state)].map(({ id }) => id).join()}`,
    );
    const digestNow = digest([within, element.outerHTML, ...states].join('\n'));
    if (known.has(digestNow)) {
      exclude.push(element);
      return;
    }
    looked.push(digestNow);
    for (const child of element.children) visit(child, within + tagOf(element));
  };
  const tagOf = (element: Element) =>
    `<${element.localName} ${[...element.attributes].map(({ name, value }) => `${name}=${value}`).join(' ')}>`;
  const media = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map(
    (query) => matchMedia(query).matches,
  );
  visit(
    document.body,
    [document.title, innerWidth, ...media, rules ?? 'all', tagOf(document.documentElement)].join(),
  );
  if (exclude.includes(document.body)) return { found: [], looked };

  interface Axe {
    run(
      context: object,
      options: object,
    ): Promise<{
      violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
    }>;
  }
  const { axe } = globalThis as unknown as { axe: Axe };
  const { violations } = await axe.run(
    { include: [document.documentElement], exclude },
    {
      iframes: false,
      preload: false, // of remote sounds and styles: there are none
      resultTypes: ['violations'],
      ...(rules && { runOnly: { type: 'rule', values: rules } }),
    },
  );
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary = '' }) => `${html.slice(0, 160)} ${failureSummary}`).join(' | ')}`,
  );
  return { found, looked };
}
