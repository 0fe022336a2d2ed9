import type { Endpoint } from '../declaration/endpoint.ts';
import { scopeTexts } from '../spec/scopes.ts';

const signed = (description: string) => ({ type: 'http', scheme: 'OAuth', description });

/** The kinds of authentication as OpenAPI names them; `baseUrl` is the base of the flows. */
export const securitySchemes = (baseUrl: string) => ({
  basic: { type: 'http', scheme: 'basic', description: 'API key and API secret (specification 4.2)' },
  app: {
    type: 'oauth2',
    description: 'App-only bearer token (specification 4.2)',
    flows: { clientCredentials: { tokenUrl: `${baseUrl}/oauth2/token`, scopes: {} } },
  },
  oauth1: signed('OAuth 1.0a user context: signed with HMAC-SHA1 (RFC 5849, specification 4.1)'),
  oauth2: {
    type: 'oauth2',
    description: 'OAuth 2.0 user token by authorization code with PKCE (RFC 7636, specification 5)',
    flows: {
      authorizationCode: {
        authorizationUrl: `${baseUrl}/2/oauth2/authorize`,
        tokenUrl: `${baseUrl}/2/oauth2/token`,
        refreshUrl: `${baseUrl}/2/oauth2/token`,
        scopes: scopeTexts,
      },
    },
  },
  client: {
    type: 'http',
    scheme: 'basic',
    description: 'Client ID and Client Secret; a public client sends client_id in the body',
  },
  requestToken: signed('OAuth 1.0a signed with a request token (RFC 5849 2.3)'),
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'svc_session',
    description: "Session of the platform's own pages",
  },
  consumer: signed('OAuth 1.0a signed with only the consumer key (RFC 5849)'),
});

export const securityOf = ({ auth, scopes }: Endpoint): object[] =>
  auth.map((kind) =>
    kind === 'none' || kind === 'visitor' || kind === 'address'
      ? {}
      : { [kind]: kind === 'oauth2' ? scopes : [] },
  );
