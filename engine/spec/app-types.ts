/** OAuth 2.0 App types (specification 2.5). */
export const oauth2Types = ['native', 'spa', 'web', 'bot'] as const;

export type OAuth2Type = (typeof oauth2Types)[number];

/** Confidential clients have a client secret (2.5). */
export const isConfidential = (type: OAuth2Type): boolean => type === 'web' || type === 'bot';
