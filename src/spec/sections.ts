/** The headings of the specification, in order. */
const headings: Readonly<Record<string, string>> = {
  '1': 'What the service does',
  '2': 'Resources and their fields',
  '2.1': 'Webhook configuration',
  '2.2': 'OAuth 1.0a token responses',
  '2.3': 'Bearer token',
  '2.4': 'Error body',
  '2.5': 'App and Project',
  '2.6': 'Catalog API resources',
  '2.7': 'Paged list',
  '2.8': 'Disallowed callback protocols',
  '3': 'States and transitions',
  '4': 'Endpoints',
  '4.1': 'OAuth 1.0a',
  '4.2': 'OAuth 2.0 app-only',
  '4.3': 'Webhook management',
  '4.4': 'Catalog API',
  '4.5': 'Advertiser API paging',
  '4.6': 'Response headers on authenticated requests',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '8.1': 'Rate-limit mechanics',
  '8.2': 'Catalog API limits',
  '8.3': 'v2 endpoint limits',
  '9': 'Versioning',
};

/** The heading of a section, or of its parent if it has none of its own. */
export function heading(section: string): string {
  const own = headings[section];
  return own ?? headings[section.split('.')[0] ?? ''] ?? '';
}

/** Numeric order, which is the order of the document. */
const order = Object.keys(headings).sort((a, b) => rank(a) - rank(b));

function rank(section: string): number {
  const [chapter = '0', part = '0'] = section.split('.');
  return Number(chapter) * 100 + Number(part);
}

/** The sections before and after this one. */
export function neighbours(section: string): readonly string[] {
  const at = order.indexOf(section);
  return at < 0 ? [] : [order[at - 1], order[at + 1]].filter((each) => each !== undefined);
}

/** The subsections of a section. */
export const partsOf = (section: string): readonly string[] =>
  order.filter((each) => each.startsWith(`${section}.`));
