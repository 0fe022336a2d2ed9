/** A request token that this page has been given, with its secret (specification 4.1). */
export interface RequestTokenPair {
  readonly appId: string;
  readonly oauth_token: string;
  readonly oauth_token_secret: string;
}
