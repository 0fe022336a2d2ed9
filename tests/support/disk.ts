import { tables as specs } from '../../engine/inside.ts';
import type { ChangeSet, Row, Snapshot } from '../../engine/inside.ts';

/** Rows in memory: a commit is stored or not, and its process may die before it learns which. */
export class Disk {
  readonly #tables: Map<string, Map<string, Row>>;

  constructor(private readonly first: Snapshot) {
    this.#tables = new Map(
      Object.entries(first.tables).map(([name, rows]) => [
        name,
        new Map(rows.map((row) => [row[keyOf(name)] as string, row])),
      ]),
    );
  }

  write(changes: ChangeSet): void {
    for (const [name, { added, updated, removed }] of Object.entries(changes)) {
      const table = this.#tables.get(name)!;
      for (const row of [...added, ...updated]) table.set(row[keyOf(name)] as string, row);
      for (const key of removed) table.delete(key);
    }
  }

  /** The first effect of a receiver in its outbox. */
  firstOf = (receiver: string): string | undefined =>
    [...this.#tables.get('outbox')!.values()]
      .filter(({ key }) => key === receiver)
      .map(({ id }) => String(id))
      .sort()[0];

  read(): Snapshot {
    const tables = [...this.#tables].map(([name, rows]) => [name, [...rows.values()]]);
    return { ...this.first, tables: Object.fromEntries(tables) as Snapshot['tables'] };
  }
}

const keyOf = (table: string) => specs[table as keyof typeof specs].key;
