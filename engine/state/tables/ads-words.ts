/** Words and limits of advertisers' entities. Separate from the tables, because no index needs them. */

export const approvalStatuses = ['ACCEPTED', 'PENDING', 'REJECTED'] as const;
export const entityStatuses = ['ACTIVE', 'DRAFT', 'PAUSED'] as const;
export const objectives = ['ENGAGEMENTS', 'FOLLOWERS', 'REACH', 'VIDEO_VIEWS', 'WEBSITE_CLICKS'] as const;
export const productTypes = ['PROMOTED_ACCOUNT', 'PROMOTED_POSTS'] as const;
export const placements = ['ALL_ON_SERVICE', 'PROFILE', 'SEARCH', 'TIMELINE'] as const;
export const fundingTypes = ['AGENCY_CREDIT_LINE', 'CREDIT_CARD', 'CREDIT_LINE', 'INSERTION_ORDER'] as const;
export const trackingTagTypes = ['CLICK', 'IMPRESSION'] as const;
export const targetingTypes = ['AGE', 'BROAD_KEYWORD', 'GENDER', 'INTEREST', 'LANGUAGE', 'LOCATION'] as const;
export const operatorTypes = ['EQ', 'NE'] as const;
