/** The fix for every problem of the closed list: a problem without an entry is a type error. */
import type { ProblemName } from '../spec/problems.ts';
import { changeText, none } from './act.ts';
import type { Act, Advice } from './act.ts';
import type { Case } from './case.ts';
import * as flows from './flows.ts';
import * as message from './message.ts';
import { notTheCallers } from './not-theirs.ts';
import { parameters } from './parameters.ts';
import * as proof from './proof.ts';
import * as standing from './standing.ts';
import * as things from './things.ts';
import * as webhooks from './webhooks.ts';

interface Entry {
  /** What happened, in plain words and without a full stop. */
  readonly what: string;
  readonly act: (about: Case) => Act;
}

export const table: Readonly<Record<ProblemName, Entry | ((about: Case) => Advice)>> = {
  urlMalformed: { what: 'This is not an address', act: message.readableUrl },
  urlTooLong: { what: 'The address is too long', act: () => changeText('url') },
  bodyTooLarge: { what: 'The body is too large', act: () => changeText('body') },
  unsupportedMediaType: { what: 'The body is of a type that is not taken here', act: message.rightType },
  notFound: { what: 'No endpoint has this address', act: message.servedUrl },
  methodNotAllowed: { what: 'This address does not take the method', act: message.rightMethod },
  sslRequired: { what: 'Credentials may only be sent over https', act: message.secureUrl },
  authenticationMissing: { what: 'The call does not say who makes it', act: proof.taken },
  signatureRejected: { what: 'The signature is not right', act: proof.signature },
  timestampOutOfBounds: { what: 'The timestamp is too far from the platform’s clock', act: proof.timestamp },
  tokenInvalid: { what: 'The token is not valid', act: proof.token },
  appSuspended: { what: 'The App is suspended', act: standing.suspension },
  credentialsUnverified: { what: 'The API key and secret are not right', act: proof.client },
  tokenTooOften: { what: 'Too many tokens were asked for', act: standing.reset },
  callbackMissing: { what: 'The callback is missing', act: flows.callback },
  callbackNotApproved: { what: 'The App’s settings do not have this callback', act: flows.callback },
  verifierMissing: { what: 'The verifier is missing', act: flows.verifier },
  verifierWrong: { what: 'The verifier is not the one that the user’s approval gave', act: flows.verifier },
  scopeMissing: { what: 'The token lacks a scope', act: proof.scopes },
  oauth2Disabled: {
    what: 'OAuth 2.0 is switched off for this App',
    act: (about) => standing.setting(about, 'oauth2'),
  },
  invalidRequest: { what: 'A part of the token request is missing or wrong', act: flows.tokenRequest },
  invalidClient: { what: 'The client does not prove who it is', act: proof.client },
  invalidGrant: { what: 'The code or refresh token is not valid', act: flows.grant },
  unauthorizedClient: {
    what: 'OAuth 2.0 is switched off for this App',
    act: (about) => standing.setting(about, 'oauth2'),
  },
  foreignGrant: { what: 'The token was given to another App', act: flows.ownGrant },
  unsupportedTokenType: {
    what: 'This endpoint does not revoke tokens of this kind',
    act: () =>
      none(
        'POST /oauth2/invalidate_token ends a bearer token, POST /1.1/oauth/invalidate_token a token of OAuth 1.0a.',
      ),
  },
  unsupportedGrantType: { what: 'There is no such grant type', act: flows.grantType },
  invalidScope: { what: 'A scope was not granted', act: flows.grantedScopes },
  grantTypeMissing: { what: 'The grant type is missing', act: flows.grantType },
  unsupportedAuthentication: {
    what: 'This endpoint does not take this kind of credentials',
    act: proof.taken,
  },
  oauth1Disabled: {
    what: 'OAuth 1.0a is switched off for this App',
    act: (about) => standing.setting(about, 'oauth1'),
  },
  writeForbidden: { what: 'The token may only read', act: standing.permission },
  messagesForbidden: { what: 'The token may not see Direct Messages', act: standing.permission },
  notEnrolled: { what: 'The App is in no Project', act: standing.project },
  planLacksEndpoint: standing.largerPlan,
  rateLimitExceeded: standing.moreCalls,
  usageCapExceeded: standing.morePosts,
  connectionLimit: {
    what: 'The App is connected to the stream already',
    act: () => none('An App has one connection at a time: end the one that is open.'),
  },
  parameterInvalid: parameters,
  crcValidationFailed: { what: 'The callback did not prove itself', act: webhooks.receiver },
  urlValidationFailed: { what: 'A webhook cannot have this address', act: webhooks.url },
  duplicateUrlFailed: { what: 'The App has a webhook for this address', act: webhooks.duplicate },
  webhookLimitExceeded: webhooks.largerPlan,
  duplicateSubscriptionFailed: {
    what: 'The App is subscribed to this user already',
    act: () => none('The subscription already exists: nothing has to be fixed.'),
  },
  subscriptionNotFound: {
    what: 'The App is not subscribed to this user',
    act: webhooks.subscribedUser,
  },
  webhookIdInvalid: { what: 'The App has no webhook with this id', act: webhooks.ownId },
  resourceNotFound: things.existing,
  duplicatePost: {
    what: 'This user already made this post in the last 24 hours',
    act: () => changeText('body.text'),
  },
  foreignResource: notTheCallers,
  accountForbidden: { what: 'The user may not use this advertiser account', act: things.adAccess },
  earlyAccessMissing: { what: 'The user has no early access to the Catalog API', act: things.catalogDoor },
  termsNotAccepted: { what: 'The user has not accepted the merchant’s terms', act: things.catalogDoor },
  catalogLimitExceeded: {
    what: 'The limit has been reached',
    act: things.makeRoom,
  },
  notAppOwner: { what: 'Only the owner of the App may do this', act: proof.owner },
  foreignToken: { what: 'The App has no such bearer token', act: proof.ownBearer },
  internalError: { what: 'The platform failed', act: message.fault },
};
