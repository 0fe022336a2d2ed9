/** When each refusal of the closed list happens, and what to do about it. */
import { table } from '../../remedies/table.ts';
import type { ProblemName } from '../../spec/problems.ts';

interface Note {
  /** When it happens. */
  readonly cause: string;
  readonly remedy: string;
}

/** A refusal in one line: the text of its remedy, where that does not depend on the call. */
export function whatOf(name: ProblemName): string {
  const entry = table[name];
  return typeof entry === 'function' ? (dependent[name] ?? name) : entry.what;
}

const dependent: Readonly<Partial<Record<ProblemName, string>>> = {
  planLacksEndpoint: 'The plan does not have this endpoint',
  webhookLimitExceeded: 'The App has as many webhooks as its plan allows',
  rateLimitExceeded: 'The window is used up',
  parameterInvalid: 'A parameter has an invalid value',
  usageCapExceeded: 'The Project has used up its posts of this month',
  resourceNotFound: 'Nothing has this id',
  foreignResource: 'It belongs to another user',
};

const signIn = 'Let the user sign in again in Sign-in, and use the new token.';
const reset = 'Wait until the reset that the `svc-rate-limit-reset` header names, or choose a larger plan.';

export const notes: Readonly<Record<ProblemName, Note>> = {
  urlMalformed: {
    cause: 'The URL is not an absolute http or https address.',
    remedy: 'Send the call to the full address, with its scheme and host.',
  },
  urlTooLong: { cause: 'The URL has more than 8,192 bytes.', remedy: 'Ask for fewer values in one call.' },
  bodyTooLarge: {
    cause: 'The body has more than 8,388,608 bytes.',
    remedy: 'Send less in one call.',
  },
  unsupportedMediaType: {
    cause: 'The body has a content type that this call does not take, or a content encoding.',
    remedy: 'Set the `Content-Type` that the call takes, and send the body without encoding.',
  },
  notFound: {
    cause: 'Nothing is served at this address.',
    remedy: 'Correct the path or the host.',
  },
  methodNotAllowed: {
    cause: 'The path exists, but does not take this method.',
    remedy: 'Use one of the methods in the `Allow` header of the answer.',
  },
  sslRequired: {
    cause: 'The call came by http and carried credentials, or its endpoint requires https.',
    remedy: 'Send it by https.',
  },
  authenticationMissing: {
    cause: 'There is no `Authorization` header, or it cannot be read.',
    remedy: 'Send one of the kinds of credentials that this call takes.',
  },
  signatureRejected: {
    cause: 'The signature, the API key or the token does not match, or the nonce was used before.',
    remedy: 'Sign the call again. Doctor finds the difference between your base string and ours.',
  },
  timestampOutOfBounds: {
    cause: '`oauth_timestamp` is too far from the platform’s clock.',
    remedy: 'Use the time that the `Date` header of the answer gives.',
  },
  tokenInvalid: {
    cause: 'The token is unknown, expired or revoked.',
    remedy: 'Use a token that is valid, or make a new one in Sign-in or Portal.',
  },
  appSuspended: {
    cause: 'The App was suspended: all its calls are refused.',
    remedy: 'Lift the suspension in Portal, or use another App.',
  },
  credentialsUnverified: {
    cause: 'The API key and secret are missing or wrong.',
    remedy: 'Send the App’s own API key and secret by HTTP Basic.',
  },
  tokenTooOften: {
    cause: 'The App asked for its bearer token too often in this window.',
    remedy: 'Keep the bearer token: it does not expire. Ask again after the reset.',
  },
  callbackMissing: {
    cause: '`oauth_callback` was not sent.',
    remedy: 'Send the callback URL, or `oob` for a PIN.',
  },
  callbackNotApproved: {
    cause: 'The App’s settings do not have this callback.',
    remedy: 'Add it to the App’s settings in Portal, or send one that they have.',
  },
  verifierMissing: {
    cause: '`oauth_verifier` was not sent.',
    remedy: 'Send the verifier from the callback, or the PIN.',
  },
  verifierWrong: {
    cause: '`oauth_verifier` does not belong to this request token.',
    remedy: 'Send the verifier that the user’s approval gave.',
  },
  scopeMissing: {
    cause: 'The OAuth 2.0 token was not granted a scope that this call needs.',
    remedy: 'Let the user sign in again and ask for the missing scope.',
  },
  oauth2Disabled: {
    cause: 'The App’s settings do not include OAuth 2.0.',
    remedy: 'Switch OAuth 2.0 on for the App in Portal.',
  },
  invalidRequest: {
    cause: 'A parameter of the token request is missing or wrong.',
    remedy: 'Send every parameter that the grant needs.',
  },
  invalidClient: {
    cause: 'The Client ID is unknown, or the Client Secret does not match.',
    remedy: 'Send the App’s own Client ID and, for a confidential client, its secret.',
  },
  invalidGrant: {
    cause: 'The code or refresh token is unknown, used or expired, or the redirect URI or verifier differs.',
    remedy: signIn,
  },
  unauthorizedClient: {
    cause: 'The App’s settings do not include OAuth 2.0.',
    remedy: 'Switch OAuth 2.0 on for the App in Portal.',
  },
  foreignGrant: {
    cause: 'The token was issued to another client.',
    remedy: 'Revoke it as the App that it was issued to.',
  },
  unsupportedTokenType: {
    cause: 'The token is a bearer token of the App or one of OAuth 1.0a.',
    remedy: 'Use the endpoint that invalidates tokens of its kind.',
  },
  unsupportedGrantType: {
    cause: '`grant_type` has a value that this endpoint does not know.',
    remedy: 'Use a grant type that this endpoint takes.',
  },
  invalidScope: {
    cause: 'A scope is unknown, or the user did not grant it.',
    remedy: 'Ask for scopes that were granted.',
  },
  grantTypeMissing: { cause: '`grant_type` was not sent.', remedy: 'Send `grant_type=client_credentials`.' },
  unsupportedAuthentication: {
    cause: 'The credentials are valid, but this call does not take their kind.',
    remedy: 'Use one of the kinds of credentials that this call takes.',
  },
  oauth1Disabled: {
    cause: 'The App’s settings do not include OAuth 1.0a.',
    remedy: 'Switch OAuth 1.0a on for the App in Portal.',
  },
  writeForbidden: {
    cause: 'The OAuth 1.0a token was made with the permission `read`.',
    remedy: 'Raise the App’s permission in Portal, then make a new token.',
  },
  messagesForbidden: {
    cause: 'The OAuth 1.0a token was made without access to Direct Messages.',
    remedy: 'Raise the App’s permission in Portal, then make a new token.',
  },
  notEnrolled: {
    cause: 'The App is a Standalone App.',
    remedy: 'Attach the App to a Project in Portal.',
  },
  planLacksEndpoint: {
    cause: 'The plan of the App’s Project does not include this call.',
    remedy: 'Switch the Project to a plan that has it.',
  },
  rateLimitExceeded: { cause: 'The calls of a window are used up.', remedy: reset },
  usageCapExceeded: {
    cause: 'The Project has used up its posts of this month.',
    remedy: 'Wait for the next month, or choose a larger plan.',
  },
  connectionLimit: {
    cause: 'The App has an open connection to the stream.',
    remedy: 'Close the open connection first.',
  },
  parameterInvalid: {
    cause: 'A parameter or a field of the body is missing, unknown or outside its bounds.',
    remedy: 'Correct the value that the answer names under `errors`.',
  },
  crcValidationFailed: {
    cause: 'The callback did not answer the challenge with the right `response_token`.',
    remedy: 'Correct the receiver, then send the call again.',
  },
  urlValidationFailed: {
    cause: 'The URL is not a public https address of at most 200 characters.',
    remedy: 'Send a URL that meets the requirements.',
  },
  duplicateUrlFailed: {
    cause: 'The App has a webhook for this URL.',
    remedy: 'Use the webhook that exists, or register another URL.',
  },
  webhookLimitExceeded: {
    cause: 'The plan allows no more webhooks.',
    remedy: 'Delete a webhook, or choose a larger plan.',
  },
  webhookIdInvalid: {
    cause: 'The App has no webhook with this id.',
    remedy: 'List the App’s webhooks, and use one of their ids.',
  },
  duplicateSubscriptionFailed: {
    cause: 'The webhook is subscribed to the user.',
    remedy: 'Nothing needs to be done.',
  },
  subscriptionNotFound: {
    cause: 'The webhook is not subscribed to the user.',
    remedy: 'List the subscriptions, and name a user among them.',
  },
  resourceNotFound: {
    cause: 'Nothing with this id exists, or it was deleted.',
    remedy: 'Use an id that exists.',
  },
  duplicatePost: {
    cause: 'The same user made the same post in the last 24 hours.',
    remedy: 'Change the text, or delete the earlier post.',
  },
  foreignResource: {
    cause: 'The acting user does not own it or may not see it, or the path names another user.',
    remedy: 'Act as its owner, or use an id that the acting user has access to.',
  },
  accountForbidden: {
    cause: 'The user has no access to this advertiser account.',
    remedy: 'Give the user access to the account, or use another account.',
  },
  earlyAccessMissing: {
    cause: 'The user has no early access to the Catalog API.',
    remedy: 'Grant early access in Catalog.',
  },
  termsNotAccepted: {
    cause: 'The user has not accepted the terms of the merchant shopping manager.',
    remedy: 'Accept the terms in Catalog.',
  },
  catalogLimitExceeded: {
    cause: 'The limit has been reached.',
    remedy: 'Delete one first.',
  },
  notAppOwner: {
    cause: 'The acting user does not own the App.',
    remedy: 'Sign the call with the token of the App’s owner.',
  },
  foreignToken: {
    cause: 'The App has no such bearer token.',
    remedy: 'Send the App’s own bearer token.',
  },
  internalError: {
    cause: 'The platform failed. This is a bug of the platform, and none is known.',
    remedy: 'Send the call again.',
  },
};
