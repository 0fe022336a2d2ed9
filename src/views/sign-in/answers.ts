/** The acting user's answers to the pages of the platform: submissions of the forms on those pages. Pure. */
import { findElement, formsOf, pressed, textOf } from '../../browser/forms.ts';
import type { PageForm } from '../../browser/forms.ts';
import type { NavigationTarget } from '../../browser/navigate.ts';
import type { BrowserPage } from '../../browser/page.ts';
import type { Asked } from './flows.ts';

/** A page as shown in the browser. */
export interface ShownPage {
  readonly url: string;
  readonly page: BrowserPage;
}

/** The forms that choose an account: those without typed fields. */
const accountForms = (page: BrowserPage): readonly PageForm[] =>
  formsOf(page).filter(({ fields }) => fields['username'] && fields['password']);

/** Who would sign in: the wanted user if the page offers them, else the first one offered. */
export function answererOf(page: BrowserPage, wanted: string): string | null {
  const offered = accountForms(page).flatMap(({ fields }) => fields['username'] ?? []);
  return offered.includes(wanted) ? wanted : (offered[0] ?? null);
}

/** The submission to the platform, or the PIN handed to the App; null if the page offers no such answer. */
export function answerTo(
  question: Asked,
  shown: ShownPage,
  who: string | null,
  isNo: boolean,
): NavigationTarget | { readonly pin: string } | null {
  if (question === 'login') return who === null ? null : loginOf(shown, who);
  if (question === 'decide') return decisionOf(shown, isNo ? 'deny' : 'allow');
  const pin = pinOf(shown.page);
  return pin === null ? null : { pin };
}

export function loginOf({ page, url }: ShownPage, username: string): NavigationTarget | null {
  const form = accountForms(page).find(({ fields }) => fields['username'] === username);
  return form ? pressed(form, null, url) : null;
}

export function decisionOf({ page, url }: ShownPage, action: 'allow' | 'deny'): NavigationTarget | null {
  for (const form of formsOf(page)) {
    const button = form.buttons.find(({ attributes }) => attributes['value'] === action);
    if (button) return pressed(form, button, url);
  }
  return null;
}

export function pinOf(page: BrowserPage): string | null {
  const shown = findElement(page, ({ attributes }) => attributes['class'] === 'pin');
  return shown ? textOf(shown).trim() : null;
}
