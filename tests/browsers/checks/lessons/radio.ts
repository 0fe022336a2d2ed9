/** One of a few choices, side by side. */
import type { Tab } from '../../drivers/driver.ts';
import { walkTo } from '../seeing.ts';

/** `group` is a selector. */
export const pick = (tab: Tab, group: string, name: string): Promise<void> =>
  walkTo(tab, { role: { css: `${group} input:checked` } }, { role: 'radio', name });

export const named = (label: string): string => `fieldset[aria-label="${label}"]`;
