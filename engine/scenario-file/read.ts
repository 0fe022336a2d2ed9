/** Reads a scenario file, YAML or JSON, and checks it by the engine's own rules before making rows of it. */
import { admissionRules } from '../admission/index.ts';
import { isOneOf, keysOf } from '../checked/is.ts';
import type { Definition, Shape } from '../spec/fields.ts';
import { parse } from '../spec/parse.ts';
import { SnapshotReader } from '../state/open-snapshot.ts';
import { blocksOf, SnapshotInvalid } from '../state/store/snapshot.ts';
import { ScenarioSchema, sections } from './declaration.ts';
import type { ScenarioData } from './declaration.ts';
import { flawOf, pathText, ScenarioFlaw, ScenarioInvalid } from './flaw.ts';
import type { Path } from './flaw.ts';
import { fieldOf } from './members.ts';
import { worldOf } from './world.ts';
import type { ScenarioWorld } from './world.ts';

/** A scenario read from a file. Any number of worlds can start with it. */
export interface ScenarioFile {
  /** Its name in messages. */
  readonly file: string;
  /**
   * The starting data. `real`: epoch ms that a running clock adds its offset to. `frozen`: the clock is frozen,
   * whatever the file says.
   */
  readonly begin: (real: number, frozen?: boolean) => Pick<ScenarioWorld, 'snapshot' | 'credentials'>;
}

/**
 * `text` is YAML or JSON; `file` is its name in messages. Rejects with `ScenarioInvalid`, whose message is one
 * sentence that names the file, the line and the column.
 */
export async function readScenario(text: string, file = 'scenario'): Promise<ScenarioFile> {
  const places = () => import('./places.ts');
  const value = asJson(text) ?? (await yaml(text, file));
  try {
    const data = checkedData(value);
    await check(worldOf(data, Date.UTC(2026, 2, 2)));
    return { file, begin: (real, frozen) => worldOf(data, real, frozen) };
  } catch (error) {
    if (!(error instanceof ScenarioFlaw)) throw error;
    const { placeOf } = (await places()).readYaml(text);
    const { line, column } = placeOf(error.path);
    const where = pathText(error.path);
    throw new ScenarioInvalid(`${file}:${line}:${column}: ${where || 'the file'} ${error.reason}`);
  }
}

/** undefined for text that is not JSON. */
function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function yaml(text: string, file: string): Promise<unknown> {
  const { readYaml, Unreadable } = await import('./places.ts');
  try {
    return readYaml(text).value;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const { line, column } = error.place;
    throw new ScenarioInvalid(`${file}:${line}:${column}: ${error.reason}`);
  }
}

/** Throws `ScenarioFlaw`. */
function checkedData(value: unknown): ScenarioData {
  const parsed = parse(ScenarioSchema, value);
  if (parsed.success) return parsed.data;
  const [first] = parsed.issues;
  throw first ? flawOf(first, membersAt) : new ScenarioFlaw([], 'is not a scenario');
}

/** The possible members of an object in the file. */
function membersAt(path: Path): readonly string[] {
  let definition: Definition = ScenarioSchema.definition;
  for (const part of path) {
    if (definition.type === 'array') definition = definition.item.definition;
    else if (definition.type === 'object') definition = definition.members[part]?.definition ?? definition;
  }
  return definition.type === 'object' ? Object.keys(definition.members) : [];
}

/** Checks the rows by the rules of an import. Rejects with `ScenarioFlaw`. */
async function check({ snapshot, pathOf }: ScenarioWorld): Promise<void> {
  try {
    const reader = new SnapshotReader(snapshot, admissionRules());
    for (const block of blocksOf(snapshot)) reader.add(block);
    await reader.finish(() => Promise.resolve());
  } catch (error) {
    if (!(error instanceof SnapshotInvalid)) throw error;
    const { table, key, field, reason } = error;
    const path = (table !== null && key !== null && pathOf(table, key)) || [];
    throw new ScenarioFlaw([...path, ...memberOf(path, field)], reason);
  }
}

/** The file's name for a field of a row; empty for a field that the file does not have. */
function memberOf([section]: Path, field: string | null): Path {
  if (field === null || !isOneOf(keysOf(sections), section)) return [];
  const [name, ...below] = field.split('.');
  const members: Shape = sections[section].members;
  const own = Object.entries(members).find(([each, schema]) => fieldOf(each, schema) === name);
  return own ? [own[0], ...below] : [];
}
