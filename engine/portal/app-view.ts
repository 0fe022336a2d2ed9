import type { AppView } from './contract.ts';
import type { App } from '../state/tables/accounts.ts';
import type { State } from '../state/state.ts';
import type { AppSettings } from './settings.ts';

/** An App as the portal shows it: everything except its keys and tokens, which cannot be viewed again (2.5). */
export function appView(app: App, { tables }: State, silencedUntil: number | null): AppView {
  const ownerTokens = tables.user_tokens.countBy('app_user', `${app.id}:${app.owner_id}`);
  return {
    id: app.id,
    name: app.name,
    webhooks: tables.webhooks.keysBy('app', app.id),
    ownerId: app.owner_id,
    projectId: app.project_id,
    plan: app.project_id === null ? null : tables.projects.must(app.project_id).plan,
    suspended: app.suspended,
    permission: app.permission,
    silencedUntil,
    settings: settingsOf(app),
    clientId: app.client_id,
    has: {
      api_key: app.consumer_key !== '',
      bearer_token: tables.bearer_tokens.countBy('app', app.id) > 0,
      owner_token: ownerTokens > 0,
      client_secret: !!app.client_secret,
    },
  };
}

/** Their rules are loaded when a setting is changed. */
export const settingsOf = ({
  name,
  description,
  website_url,
  icon,
  callback_urls,
  terms_url,
  privacy_url,
  organization_name,
  organization_url,
  purpose,
  oauth1,
  oauth2,
  permission,
  oauth2_type,
  sign_in,
  email_toggle,
}: App): AppSettings => ({
  name,
  description,
  website_url,
  icon,
  callback_urls: [...callback_urls],
  terms_url,
  privacy_url,
  organization_name,
  organization_url,
  purpose,
  oauth1,
  oauth2,
  permission,
  oauth2_type,
  sign_in,
  email_toggle,
});
