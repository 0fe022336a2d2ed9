import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { axeFile, axeName } from './axe-file.ts';
import { proving } from './prove.ts';
import { servedAt } from './site.ts';

const source = readFileSync(axeFile, 'utf8');

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
  await addAxe(page);
  const parts = await page.evaluate(digestParts, rules?.join() ?? 'all');
  const { seen, exclude } = proving ? { seen: [], exclude: [] } : unseen(parts);
  if (exclude[0] === 0) return [];
  const found = await page.evaluate(checkParts, { rules, exclude });
  if (found.length === 0) for (const each of seen) clean.add(each);
  return found;
}

/** `exclude`: the positions of the parts that were clean before, without those inside them. `seen`: what is checked. */
function unseen(parts: string) {
  const seen: string[] = [];
  const exclude: number[] = [];
  const lines = parts.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const [digest = '', size] = lines[at]!.split(' ');
    if (!clean.has(digest)) seen.push(digest);
    else {
      exclude.push(at);
      at += Number(size) - 1;
    }
  }
  return { seen, exclude };
}

/**
 * As a file of the site, which the browser keeps compiled; half a megabyte of text is sent and compiled each time. A
 * page that is not of a served site gets the text.
 */
async function addAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in globalThis)) return;
  const url = servedAt(page.url());
  if (url === null) await page.evaluate(source);
  else await page.addScriptTag({ url: url + axeName });
}

declare global {
  /** The parts of the page as last digested, in document order. */
  var axeParts: Element[];
}

/**
 * Runs in the page. A line with a digest and the number of elements for each part of the page, in document order: an
 * element with its markup, the states of its fields and the tags around it. As one text, because Playwright sends each
 * value of a list by itself.
 */
async function digestParts(checked: string): Promise<string> {
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
  const states = [':checked', ':focus', ':disabled', ':placeholder-shown', ':popover-open'];
  const tagOf = (element: Element) =>
    `<${element.localName} ${[...element.attributes].map(({ name, value }) => `${name}=${value}`).join(' ')}>`;
  globalThis.axeParts = [];
  const parts: [digest: string, size: number][] = [];
  /** Returns the digest of the element without what is around it. */
  const visit = (element: Element, around: string): string => {
    const at = globalThis.axeParts.push(element) - 1;
    const part: [digest: string, size: number] = ['', 0];
    parts.push(part);
    const tag = tagOf(element);
    const inside = digest(around + tag);
    const content = [tag, ...states.map((state) => (element.matches(state) ? state : ''))];
    for (const child of element.childNodes)
      content.push(child instanceof Element ? visit(child, inside) : (child.nodeValue ?? ''));
    const own = digest(content.join('\n'));
    part[0] = digest(around + own);
    part[1] = globalThis.axeParts.length - at;
    return own;
  };
  const media = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map(
    (query) => matchMedia(query).matches,
  );
  visit(
    document.body,
    [document.title, innerWidth, ...media, checked, tagOf(document.documentElement)].join(),
  );
  return parts.map((part) => part.join(' ')).join('\n');
}

/** Runs in the page. Violations in the parts that were digested, without those at the positions in `exclude`. */
async function checkParts({
  rules,
  exclude,
}: {
  rules: readonly string[] | null;
  exclude: readonly number[];
}): Promise<string[]> {
  interface Axe {
    run(
      context: object,
      options: object,
    ): Promise<{
      violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
    }>;
  }
  const { axe } = globalThis as unknown as { axe: Axe };
  // What fades or slides is checked as it is at its end. Another scheme, or motion that is allowed again, starts it again.
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  const { violations } = await axe.run(
    { include: [document.documentElement], exclude: exclude.map((at) => globalThis.axeParts[at]) },
    {
      iframes: false,
      preload: false, // of remote sounds and styles: there are none
      resultTypes: ['violations'],
      ...(rules && { runOnly: { type: 'rule', values: rules } }),
    },
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary = '' }) => `${html.slice(0, 160)} ${failureSummary}`).join(' | ')}`,
  );
}
