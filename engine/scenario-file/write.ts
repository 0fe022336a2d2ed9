/** Writes a running world as a scenario file. */
import { isList, isRecord, isText, keysOf } from '../checked/is.ts';
import { guessLanguage } from '../social/entities.ts';
import type { Schema } from '../spec/fields.ts';
import type { Row } from '../state/store/table.ts';
import type { PlatformRow } from '../state/tables/platform.ts';
import { sections } from './declaration.ts';
import type { Section, SectionName } from './declaration.ts';
import { fieldOf, isTime, refersTo } from './members.ts';
import type { TableName } from './members.ts';

/** Every table's rows. */
export type Rows = Readonly<Record<string, readonly Row[]>>;

/** JSON with one entry per line, which is also valid YAML. `now`: epoch ms of the platform's clock. */
export function scenarioText(rows: Rows, platform: PlatformRow, now: number): string {
  const { seed, clock, abuse_enabled, populations_due } = platform;
  const head: Row = {
    scenario: 1,
    seed,
    clock: { at: new Date(now).toISOString(), frozen: clock.mode === 'frozen' },
    ...(!abuse_enabled && { abuse_enabled }),
    ...(populations_due.length > 0 && { populations_due }),
  };
  const writing = new Writing(rows);
  const lists = keysOf(sections).flatMap((name): string[] => {
    const entries = writing.entries(name).map((entry) => `\n  ${JSON.stringify(entry)}`);
    return entries.length > 0 ? [`"${name}": [${entries.join(',')}\n]`] : [];
  });
  const heads = Object.entries(head).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`);
  return `{\n${[...heads, ...lists].join(',\n')}\n}\n`;
}

/** The entries of a world's lists. */
export class Writing {
  readonly #names = new Map<string, string>();
  readonly #posts: ReadonlyMap<unknown, Row>;
  readonly #polls: ReadonlyMap<unknown, Row>;
  readonly #conversations: ReadonlyMap<unknown, Row>;
  readonly #bearers: ReadonlyMap<unknown, unknown>;

  constructor(private readonly rows: Rows) {
    for (const { id, username } of this.#of('users'))
      this.#names.set(`users ${String(id)}`, String(username));
    for (const table of ['projects', 'apps'] as const) this.#nameThose(table);
    this.#posts = byId(this.#of('posts'));
    this.#polls = byId(this.#of('polls'));
    this.#conversations = byId(this.#of('dm_conversations'));
    this.#bearers = new Map(this.#of('bearer_tokens').map((row) => [row['app_id'], row['access_token']]));
  }

  entries(name: SectionName): readonly Row[] {
    const section: Section = sections[name];
    const rows = name === 'products' ? inOrder(this.#of('products')) : this.#of(section.table);
    return rows.map((row) => this.#entry(section, { ...row, ...this.#more(name, row) }));
  }

  #of(table: TableName): readonly Row[] {
    return this.rows[table] ?? [];
  }

  /** A row is named by its id when its name is not unique or looks like an id. */
  #nameThose(table: 'projects' | 'apps'): void {
    const rows = this.#of(table);
    for (const { id, name } of rows)
      if (rows.filter((other) => other['name'] === name || other['id'] === name).length === 1)
        this.#names.set(`${table} ${String(id)}`, String(name));
  }

  #entry({ members, blank }: Section, row: Row): Row {
    const entry: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(members)) {
      const field = fieldOf(name, schema);
      const value = row[field];
      if (value !== undefined && !(Object.hasOwn(blank, field) && isSame(value, blank[field])))
        entry[name] = this.#value(schema, value);
    }
    return entry;
  }

  #value(schema: Schema, value: unknown): unknown {
    if (isList(value) && schema.definition.type === 'array') {
      const { item } = schema.definition;
      return value.map((each) => this.#value(item, each));
    }
    if (typeof value === 'number' && isTime(schema)) return new Date(value).toISOString();
    const table = refersTo(schema);
    return table !== null && isText(value) ? (this.#names.get(`${table} ${value}`) ?? value) : value;
  }

  /** Fields that the file writes differently from the row; undefined for those that follow from others. */
  #more(name: SectionName, row: Row): Row {
    switch (name) {
      case 'apps':
        return { bearer_token: this.#bearers.get(row['id']) ?? null };
      case 'approvals':
        return { flow: String(row['id']).endsWith(':oauth2') ? 'oauth2' : undefined };
      case 'posts':
        return this.#moreOfPost(row);
      case 'dm_events': {
        const all = this.#conversations.get(row['dm_conversation_id'])?.['participant_ids'];
        return isSame(row['holder_ids'], all) ? { holder_ids: undefined } : {};
      }
      default:
        return {};
    }
  }

  #moreOfPost(row: Row): Row {
    const { id, poll_id, lang, text, in_reply_to_user_id: user, conversation_id: conversation } = row;
    const parent = this.#posts.get(row['in_reply_to_post_id']);
    const original = this.#posts.get(row['reposted_post_id']);
    const guessed = guessLanguage(String((original ?? row)['text'] ?? text));
    const root = parent ? parent['conversation_id'] : id;
    return {
      poll: pollOf(this.#polls.get(poll_id)),
      lang: lang === guessed ? undefined : lang,
      in_reply_to_user_id: user === (parent?.['author_id'] ?? null) ? undefined : user,
      conversation_id: conversation === root ? undefined : conversation,
    };
  }
}

const byId = (rows: readonly Row[]): ReadonlyMap<unknown, Row> =>
  new Map(rows.map((row) => [row['id'], row]));

function pollOf(poll: Row | undefined): Row | undefined {
  if (!poll || !isList(poll['options'])) return undefined;
  const options = poll['options'].filter(isRecord);
  const votes = options.map((each) => each['votes']);
  return {
    options: options.map(({ label }) => label),
    duration_minutes: poll['duration_minutes'],
    ...(votes.some((count) => count !== 0) && { votes }),
    id: poll['id'],
  };
}

/** In the order in which their catalogs list them. */
const inOrder = (products: readonly Row[]): readonly Row[] =>
  products.toSorted((one, other) => Number(one['made']) - Number(other['made']));

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
