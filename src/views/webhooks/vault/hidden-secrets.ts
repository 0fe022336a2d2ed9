import type { Credential } from '../../../../worker/api.ts';

/** Every value that must not be shown in full. */
export const secretsIn = (vault: readonly Credential[]): readonly string[] => [
  ...new Set(
    vault.flatMap((each) => {
      switch (each.kind) {
        case 'basic':
          return [each.consumer_secret];
        case 'app':
          return [each.bearer_token];
        case 'oauth1':
          return [each.consumer_secret, each.oauth_token_secret];
        case 'oauth2':
          return [each.access_token, ...(each.refresh_token === null ? [] : [each.refresh_token])];
        case 'client':
          return each.client_secret === null ? [] : [each.client_secret];
      }
    }),
  ),
];
