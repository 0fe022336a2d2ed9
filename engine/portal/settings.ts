/** The settings of an App as a person enters them, and what is wrong with them (specification 2.5 and 5). */
import { permissionLevels } from '../spec/permissions.ts';
import { boolean, listOf, object, oneOf, ruled, string } from '../spec/fields.ts';
import type { Output } from '../spec/fields.ts';
import { parse } from '../spec/parse.ts';
import { visible } from '../spec/visible.ts';
import { oauth2Types } from '../spec/app-types.ts';
import { callbackObjection, mostCallbacks } from './callbacks.ts';

const atMost = (most: number) =>
  [(value: string) => value.length <= most, `At most ${most} characters`] as const;
const fits = (pattern: RegExp, words: string) => [(value: string) => pattern.test(value), words] as const;

const webRules = [
  atMost(300),
  fits(
    /^(https?:\/\/[\x21\x23-\x3b\x3d\x3f-\x7e]+)?$/i,
    'An http or https address in ASCII: https://host/path',
  ),
];
/** An http or https address, or nothing. */
export const WebUrl = ruled(webRules);

/**
 * No control characters, and no characters that change the direction of the text around them (bidirectional
 * embeddings, overrides, isolates).
 */
export const oneLine = /^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u;

const lineRules = (most: number) => [
  atMost(most),
  fits(oneLine, 'One line, without control characters or characters that change the text direction'),
];
const line = (most: number) => ruled(lineRules(most), { trimmed: true });

const callbackUrls = listOf(string());

export const mostProjects = 20;
export const mostStandaloneApps = 20;

/** Why a Project may not have this name; null when it may. */
export const projectNameObjection = (name: string): string | null =>
  name.trim().length > 64 || !oneLine.test(name) || !visible.test(name)
    ? 'A Project has a name of 1 to 64 characters on one line, without characters that change the text direction.'
    : null;

const members = {
  name: ruled([...lineRules(64), fits(visible, 'The App needs a name')], { trimmed: true }),
  description: line(200),
  website_url: ruled([...webRules, [(value) => value !== '', 'The App needs a website']]),
  icon: ruled([
    [(value) => value.length <= 100_000, 'At most 75 KB'],
    fits(/^(data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+)?$/, 'A PNG, JPEG, GIF or WebP picture'),
  ]),
  callback_urls: callbackUrls,
  terms_url: WebUrl,
  privacy_url: WebUrl,
  organization_name: line(100),
  organization_url: WebUrl,
  purpose: line(1000),
  oauth1: boolean(),
  oauth2: boolean(),
  permission: oneOf(permissionLevels),
  oauth2_type: oneOf(oauth2Types),
  sign_in: boolean(),
  email_toggle: boolean(),
};
export const Settings = object(members);

export type AppSettings = Output<typeof Settings>;

/** What is wrong, by field; for a callback URL, `callback_urls.<its place>`. */
export type SettingProblems = Readonly<Partial<Record<string, string>>>;

/** The settings after a change, or what is wrong with them. Callback URLs that were already saved are not checked again. */
export function changeSettings(
  current: AppSettings,
  patch: Partial<AppSettings>,
): { settings: AppSettings } | { problems: SettingProblems } {
  return checkSettings({ ...current, ...patch }, patch.callback_urls ?? []);
}

/** The settings, or what is wrong with them. `callbacks` are the callback URLs to check. */
export function checkSettings(
  settings: AppSettings,
  callbacks: readonly string[] = settings.callback_urls,
): { settings: AppSettings } | { problems: SettingProblems } {
  const parsed = parse(Settings, settings);
  const problems: Partial<Record<string, string>> = {};
  for (const issue of parsed.success ? [] : parsed.issues)
    problems[String(issue.path[0] ?? 'settings')] ??= issue.code === 'words' ? issue.words : 'Not valid';
  const urls = parse(callbackUrls, callbacks);
  if (urls.success) Object.assign(problems, callbackProblems(urls.data));
  if (!parsed.success) return { problems };
  const { email_toggle, terms_url, privacy_url, oauth1, oauth2 } = parsed.data;
  if (email_toggle && !(terms_url && privacy_url))
    problems.email_toggle =
      'Requesting e-mail addresses needs a terms of service URL and a privacy policy URL.';
  if (!oauth1 && !oauth2) problems.oauth1 = 'Select OAuth 1.0a, OAuth 2.0 or both.';
  return Object.keys(problems).length > 0 ? { problems } : { settings: parsed.data };
}

function callbackProblems(urls: readonly string[]): SettingProblems {
  const problems = urls.map((url, at) =>
    urls.indexOf(url) < at ? 'This callback URL is listed twice.' : callbackObjection(url),
  );
  return {
    ...(urls.length > mostCallbacks && { callback_urls: `At most ${mostCallbacks} callback URLs` }),
    ...Object.fromEntries(
      problems.flatMap((problem, at) => (problem ? [[`callback_urls.${at}`, problem]] : [])),
    ),
  };
}
