/** Why a call was refused, where one problem has several causes that different acts remedy. */
export const refusalReasons = [
  /** The path names another user than the acting one. */
  'notOneself',
  /** Of the two users one blocks the other. */
  'blocked',
  /** It is there, and this caller may not see it. */
  'notVisible',
  /** The acting user neither owns nor follows the list. */
  'listNotFollowed',
  'notAMember',
  /** The author of the post lets others reply. */
  'replyNotAllowed',
  /** The address of a webhook has a host that does not exist. */
  'hostNotFound',
  /** A code or a refresh token was used a second time: all that came of its consent has ended. */
  'familyRevoked',
  /** The signature is right, and its nonce was used before with this timestamp, client and token. */
  'nonceUsed',
  /** It was the last wrong verifier that a request token takes: the token has ended. */
  'requestTokenEnded',
  /** A part of the platform could not be loaded from the server. */
  'partMissing',
] as const;

export type RefusalReason = (typeof refusalReasons)[number];
