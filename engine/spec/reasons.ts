/** The cause of a refusal, where one problem has several causes with different remedies. */
export const refusalReasons = [
  /** The path names a user other than the acting one. */
  'notOneself',
  /** One of the two users blocks the other. */
  'blocked',
  /** It exists, but this caller may not see it. */
  'notVisible',
  /** The acting user neither owns nor follows the list. */
  'listNotFollowed',
  'notAMember',
  /** The author of the post lets others reply. */
  'replyNotAllowed',
  /** The address of a webhook has a host that does not exist. */
  'hostNotFound',
  /** A code or refresh token was used a second time: everything issued for its consent was revoked. */
  'familyRevoked',
  /** The signature is right, but its nonce was already used with this timestamp, client and token. */
  'nonceUsed',
  /** It was the last wrong verifier that a request token allows: the token has ended. */
  'requestTokenEnded',
  /** A part of the platform could not be loaded from the server. */
  'partMissing',
] as const;

export type RefusalReason = (typeof refusalReasons)[number];
