import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { proving } from './prove.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose verdict can differ between colour schemes. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Violations in a page as it stands, without its frames: `rule: the elements`. */
export function violations(page: Page): Promise<string[]> {
  return run(page, null);
}

/**
 * Violations in both colour schemes, `scheme, rule: the elements`; the page is light afterwards. In dark only the rules
 * about colours run: the other rules found the same in light. The long proofs run every rule in both.
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

/** By every rule where `rules` is null. */
async function run(page: Page, rules: readonly string[] | null): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(async (rules) => {
    // Scripts hear of another colour scheme with the next frame: the editor changes its colours then.
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    // A colour under way is neither the old one nor the new one; what turns for ever is not waited for.
    const ends = ({ effect }: Animation) => Number.isFinite(effect?.getComputedTiming().endTime);
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(ends)
        .map(({ finished }) => finished),
    );
    interface Axe {
      run(options: object): Promise<{
        violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
      }>;
    }
    const { axe } = globalThis as unknown as { axe: Axe };
    const found = await axe.run({
      iframes: false,
      preload: false, // of sounds and styles from elsewhere: there are none
      resultTypes: ['violations'],
      ...(rules && { runOnly: { type: 'rule', values: rules } }),
    });
    return found.violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary = '' }) => `${html.slice(0, 160)} ${failureSummary}`).join(' | ')}`,
    );
  }, rules);
}
