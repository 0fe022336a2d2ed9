/** The settings of an App as a person enters them, and what is wrong with them (platform.md 2.5 and 5). */
import { permissionLevels } from '../spec/permissions.ts';
import { z } from '../spec/fields.ts';
import { oauth2Types } from '../spec/app-types.ts';
import type { App } from '../state/tables/accounts.ts';
import { callbackObjection, mostCallbacks } from './callbacks.ts';

const webUrl = z
  .string()
  .max(300, 'At most 300 characters')
  .regex(
    /^(https?:\/\/[\x21\x23-\x3b\x3d\x3f-\x7e]+)?$/i,
    'An http or https address in ASCII: https://host/path',
  );

/** No control characters, nor those that turn the text around them (bidirectional embeddings, overrides, isolates). */
export const oneLine = /^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u;
/** Something that a person can see. */
export const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `At most ${most} characters`)
    .regex(oneLine, 'One line, without control characters and those that turn the text around them');

export const Settings = z.strictObject({
  name: line(64).regex(visible, 'The App needs a name'),
  description: line(200),
  website_url: webUrl.min(1, 'The App needs a website'),
  icon: z
    .string()
    .max(100_000, 'At most 75 KB')
    .regex(/^(data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+)?$/, 'A PNG, JPEG, GIF or WebP picture'),
  callback_urls: z.array(z.string()).max(mostCallbacks, `At most ${mostCallbacks} callback URLs`),
  terms_url: webUrl,
  privacy_url: webUrl,
  organization_name: line(100),
  organization_url: webUrl,
  purpose: line(1000),
  oauth1: z.boolean(),
  oauth2: z.boolean(),
  permission: z.enum(permissionLevels),
  oauth2_type: z.enum(oauth2Types),
  sign_in: z.boolean(),
  email_toggle: z.boolean(),
});

export type AppSettings = z.output<typeof Settings>;

/** What is wrong, by field; of one callback URL as `callback_urls.<its place>`. */
export type SettingProblems = Readonly<Partial<Record<string, string>>>;

const names = Object.keys(Settings.shape) as (keyof AppSettings)[];

export const settingsOf = (app: App): AppSettings =>
  Object.fromEntries(names.map((name) => [name, app[name]])) as unknown as AppSettings;

/** The settings after a change, or what is wrong with them. */
export function changeSettings(
  app: App,
  patch: Partial<AppSettings>,
): { settings: AppSettings } | { problems: SettingProblems } {
  const parsed = Settings.safeParse({ ...settingsOf(app), ...patch });
  const problems: Partial<Record<string, string>> = {};
  for (const { path, message } of parsed.error?.issues ?? [])
    problems[String(path[0] ?? 'settings')] ??= message;
  const urls = Settings.shape.callback_urls.element.array().safeParse(patch.callback_urls ?? []);
  Object.assign(problems, callbackProblems(urls.data ?? []));
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
    urls.indexOf(url) < at ? 'This callback URL stands there twice.' : callbackObjection(url),
  );
  return Object.fromEntries(
    problems.flatMap((problem, at) => (problem ? [[`callback_urls.${at}`, problem]] : [])),
  );
}
