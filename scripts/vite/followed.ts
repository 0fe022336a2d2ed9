/** Which values in an answer name something that calls take, and which calls take it: derived from the declarations. */
import type { Endpoint } from '../../engine/declaration/endpoint.ts';
import type { Schema } from '../../engine/spec/fields.ts';

/** What a value names. `page`: a page of a list, by its token. */
export type ValueKind =
  | 'user'
  | 'username'
  | 'post'
  | 'dmEvent'
  | 'conversation'
  | 'list'
  | 'folder'
  | 'space'
  | 'community'
  | 'job'
  | 'webhook'
  | 'adAccount'
  | 'campaign'
  | 'lineItem'
  | 'fundingInstrument'
  | 'catalog'
  | 'product'
  | 'productSet'
  | 'productFeed'
  | 'page';

/** What a value is chosen from. */
export type ChosenKind = Exclude<ValueKind, 'page'>;

/** Members of an answer by name, without lists: what a member names, or the members of that member. */
export interface FollowedMembers {
  readonly [member: string]: ValueKind | FollowedMembers;
}

/** A place where an endpoint takes such a value. */
export interface TakenValue {
  readonly endpoint: string;
  readonly kind: ValueKind;
  readonly in: 'path' | 'query' | 'body';
  /** In a body, names joined by dots. */
  readonly name: string;
  /** In a body: whether it takes several. */
  readonly isList?: true;
  /** The path parameter beside it that is the acting user's own id. */
  readonly self?: string;
  /** It is that parameter, which takes no other user's id. */
  readonly isSelf?: true;
  /** It takes only replies. */
  readonly isReply?: true;
}

const byName: readonly (readonly [RegExp, ValueKind])[] = [
  [/^(username|usernames)$/, 'username'],
  [/^(author_id|sender_id|owner_id|creator_ids?|host_ids|speaker_ids|participant_ids?|.*user_ids?)$/, 'user'],
  [/^(.*post_ids?|conversation_id)$/, 'post'],
  [/^dm_event_id$/, 'dmEvent'],
  [/^dm_conversation_id$/, 'conversation'],
  [/^list_id$/, 'list'],
  [/^folder_id$/, 'folder'],
  [/^community_id$/, 'community'],
  [/^job_id$/, 'job'],
  [/^webhook_id$/, 'webhook'],
  [/^account_id$/, 'adAccount'],
  [/^campaign_ids?$/, 'campaign'],
  [/^line_item_ids?$/, 'lineItem'],
  [/^funding_instrument_ids?$/, 'fundingInstrument'],
  [/^product_catalog_id$/, 'catalog'],
  [/^product_keys?$/, 'product'],
  [/^product_set_id$/, 'productSet'],
  [/^product_feed_id$/, 'productFeed'],
  [/^(next_token|previous_token|pagination_token|next_cursor|cursor)$/, 'page'],
];
const ofName = (name: string): ValueKind | null => byName.find(([form]) => form.test(name))?.[1] ?? null;

/** What an `id` names: by the named schema that contains it, otherwise by the member or path that contains it. */
const holders: Readonly<Record<string, ValueKind>> = {
  User: 'user',
  Post: 'post',
  DmEvent: 'dmEvent',
  List: 'list',
  Space: 'space',
  Community: 'community',
  ComplianceJob: 'job',
  WebhookConfiguration: 'webhook',
  AdAccount: 'adAccount',
  Campaign: 'campaign',
  LineItem: 'lineItem',
  FundingInstrument: 'fundingInstrument',
  ProductCatalog: 'catalog',
  ProductSet: 'productSet',
  ProductFeed: 'productFeed',
  mentions: 'user',
  referenced_posts: 'post',
  users: 'user',
  posts: 'post',
  dm_events: 'dmEvent',
  lists: 'list',
  owned_lists: 'list',
  list_memberships: 'list',
  pinned_lists: 'list',
  folders: 'folder',
  spaces: 'space',
  communities: 'community',
  jobs: 'job',
};

/** What can be followed in a successful answer of the endpoint. */
export function followedIn({ answers, path }: Endpoint): FollowedMembers {
  const answer = answers[200] ?? answers[201];
  if (answer?.format !== 'json') return {};
  return membersOf(answer.schema, resourceOf(path.split('/'))) ?? {};
}

function membersOf(schema: Schema, holder: string): FollowedMembers | null {
  const { definition } = schema;
  if (definition.type === 'array') return membersOf(definition.item, holder);
  if (definition.type !== 'object') return null;
  const all = Object.entries(definition.members).flatMap(([name, member]) => {
    const within = schema.name ?? holder;
    const found = isObject(member)
      ? membersOf(member, name === 'data' ? holder : name)
      : name === 'id'
        ? holders[within]
        : ofName(name);
    return found ? [[name, found] as const] : [];
  });
  return all.length > 0 ? Object.fromEntries(all) : null;
}

function isObject({ definition }: Schema): boolean {
  return definition.type === 'array' ? isObject(definition.item) : definition.type === 'object';
}

/** The last step of a path that is not a parameter. */
const resourceOf = (steps: readonly string[]): string =>
  steps.findLast((step) => step !== '' && !step.startsWith(':')) ?? '';

/** What the parameters of path and query name. */
function namedIn({ path, params, query }: Endpoint) {
  const steps = path.split('/');
  const before = (name: string) => resourceOf(steps.slice(0, steps.indexOf(`:${name}`)));
  const kindIn = (name: string, resource: string) =>
    name === 'id' || name === 'ids' ? (holders[resource] ?? null) : ofName(name);
  return [
    ...Object.keys(params).map((name) => ({ in: 'path' as const, name, kind: kindIn(name, before(name)) })),
    ...Object.keys(query).map((name) => ({
      in: 'query' as const,
      name,
      kind: kindIn(name, resourceOf(steps)),
    })),
  ];
}

/** Not followed: places in a list, and a user to ask for. Both are chosen, and do not come from an answer. */
const chosenAlone: Readonly<Record<string, ChosenKind>> = {
  since_id: 'post',
  until_id: 'post',
  screen_name: 'username',
};

/** What a person chooses the values of its parameters from, by parameter name. */
export function chosenIn(endpoint: Endpoint): Readonly<Record<string, ChosenKind>> {
  const found = namedIn(endpoint).flatMap(({ name, kind }) => {
    const chosen = kind ?? chosenAlone[name];
    return chosen && chosen !== 'page' ? [[name, chosen] as const] : [];
  });
  return Object.fromEntries(found);
}

/** Where an endpoint takes values from answers. The token of a page belongs to the call that gave it. */
export function takenBy(endpoint: Endpoint): TakenValue[] {
  const { id, body, self, reply } = endpoint;
  const found = [
    ...namedIn(endpoint),
    ...(body?.format === 'json' ? namesIn(body.schema) : []).map(({ name, isList }) => ({
      in: 'body' as const,
      name,
      ...(isList && { isList }),
      kind: ofName(name.slice(name.lastIndexOf('.') + 1)),
    })),
  ].flatMap(({ kind, ...place }) => {
    const isReply = place.in === 'path' && place.name === reply;
    return kind && kind !== 'page' ? [{ endpoint: id, kind, ...place, ...(isReply && { isReply }) }] : [];
  });
  if (self === null) return found;
  const isSelf = (place: TakenValue) => place.in === 'path' && place.name === self;
  const isAlone = found.every((place) => isSelf(place) || place.kind !== 'user');
  return found
    .filter((place) => isAlone || !isSelf(place))
    .map((place) => (isSelf(place) ? { ...place, isSelf: true as const } : { ...place, self }));
}

/** Names of the texts in a body, and of its list of texts if that names something; nested ones are joined by dots. */
function namesIn({ definition }: Schema): { readonly name: string; readonly isList?: true }[] {
  if (definition.type !== 'object') return [];
  return Object.entries(definition.members).flatMap(([name, member]) => {
    const { type } = member.definition;
    if (type === 'object')
      return namesIn(member).map((inner) => ({ ...inner, name: `${name}.${inner.name}` }));
    if (type === 'string') return [{ name }];
    return name === 'product_keys' ? [{ name, isList: true as const }] : [];
  });
}
