import type { AppView, Credential, PermissionLevel, Shown } from '../../../worker/api.ts';
import { levelNames } from '../../spec/level-names.ts';

export type Settings = AppView['settings'];
export type SettingName = keyof Settings;
export type KeyKind = 'basic' | 'app' | 'oauth1' | 'client';

export const countApps = (count: number): string => `${count} ${count === 1 ? 'App' : 'Apps'}`;

/** The permission levels and what each allows, in the words of specification 5, rules 2 and 3. */
export const levels: Readonly<Record<PermissionLevel, { readonly name: string; readonly allows: string }>> = {
  read: {
    name: levelNames.read,
    allows: 'Reading posts, timelines and profile information. No updates and no Direct Messages.',
  },
  'read-write': {
    name: levelNames['read-write'],
    allows:
      'Adds creating posts, following users, updating profile elements and hiding replies. No Direct Messages.',
  },
  'read-write-directmessages': {
    name: levelNames['read-write-directmessages'],
    allows: 'Adds read, write and delete of Direct Messages.',
  },
};

/** The OAuth 2.0 App types of specification 2.5. */
export const appTypes: Readonly<
  Record<Settings['oauth2_type'], { readonly name: string; readonly client: 'public' | 'confidential' }>
> = {
  native: { name: 'Native App', client: 'public' },
  spa: { name: 'Single page App', client: 'public' },
  web: { name: 'Web App', client: 'confidential' },
  bot: { name: 'Automated App or bot', client: 'confidential' },
};

/** The portal's names for the settings. */
export const settingNames: Readonly<Record<SettingName, string>> = {
  icon: 'Icon',
  name: 'Name',
  description: 'Description',
  website_url: 'Website URL',
  callback_urls: 'Callback URLs',
  terms_url: 'Terms of service URL',
  privacy_url: 'Privacy policy URL',
  organization_name: 'Organization name',
  organization_url: 'Organization URL',
  purpose: 'Purpose or use case',
  oauth1: 'OAuth 1.0a',
  oauth2: 'OAuth 2.0',
  permission: 'Permission level',
  oauth2_type: 'App type',
  sign_in: 'Sign in with the service',
  email_toggle: 'Request e-mail addresses',
};

/** The settings of the Authentication tab. */
export const onAuthentication: ReadonlySet<string> = new Set<SettingName>([
  'oauth1',
  'oauth2',
  'permission',
  'oauth2_type',
  'sign_in',
  'email_toggle',
]);

export const kindNames: Readonly<Record<Credential['kind'], string>> = {
  basic: 'API Key and Secret',
  app: 'Bearer token',
  oauth1: 'Access Token and Secret',
  client: 'Client ID and Client Secret',
  oauth2: 'OAuth 2.0 user token',
};

export interface CredentialLine {
  readonly label: string;
  /** The name on the wire. */
  readonly name: string;
  readonly value: string;
  readonly isSecret: boolean;
}

/** The values of a credential, in the order of their use. */
export function linesOf(credential: Credential | Shown): CredentialLine[] {
  const line = (label: string, name: string, value: string, isSecret = true) => ({
    label,
    name,
    value,
    isSecret,
  });
  switch (credential.kind) {
    case 'basic':
      return [
        line('API Key', 'consumer_key', credential.consumer_key, false),
        line('API Secret', 'consumer_secret', credential.consumer_secret),
      ];
    case 'app':
      return [line('Bearer token', 'bearer_token', credential.bearer_token)];
    case 'oauth1':
      return [
        line('Access Token', 'oauth_token', credential.oauth_token, false),
        line('Access Token Secret', 'oauth_token_secret', credential.oauth_token_secret),
      ];
    case 'client':
      return [
        line('Client ID', 'client_id', credential.client_id, false),
        ...(credential.client_secret === null
          ? []
          : [line('Client Secret', 'client_secret', credential.client_secret)]),
      ];
    case 'oauth2':
      return [
        line('Access token', 'access_token', credential.access_token),
        ...(credential.refresh_token === null
          ? []
          : [line('Refresh token', 'refresh_token', credential.refresh_token)]),
      ];
  }
}
