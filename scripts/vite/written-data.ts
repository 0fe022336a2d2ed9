/** Run by data-module.ts as `written-data.ts <name> <source>`: sends its parent the code that replaces a source module. */
import { pathToFileURL } from 'node:url';

/** What a source module may export: data, or functions that give parts of it, one or by name. */
type Source = Readonly<Record<string, unknown>>;
type Give = () => Promise<unknown>;

export interface WrittenData {
  readonly code: string;
  /** JSON, by the name of the part. */
  readonly parts: Readonly<Record<string, string>>;
}

const [, , name = '', source = ''] = process.argv;
const module: unknown = await import(pathToFileURL(source).href);
if (!isSource(module)) throw new TypeError(`${source} is not a module`);
const written = await writtenFrom(module);
process.send?.(written, () => process.disconnect());

async function writtenFrom(module: Source): Promise<WrittenData> {
  const parts = new Map<string, string>();
  const loader = async (part: string, give: Give): Promise<string> => {
    if (parts.has(part)) throw new Error(`${name} has two parts called ${part}`);
    parts.set(part, JSON.stringify(await give()));
    return `async () => (await import('${name}/${part}')).default`;
  };
  const lines: string[] = [];
  for (const [exported, value] of Object.entries(module)) {
    let written = JSON.stringify(value);
    if (isGive(value)) written = await loader(exported, value);
    else if (isRecordOfGives(value)) {
      const fields: string[] = [];
      for (const [part, give] of Object.entries(value))
        fields.push(`${JSON.stringify(part)}: ${await loader(part, give)}`);
      written = `{${fields.join()}}`;
    }
    lines.push(`export const ${exported} = ${written};`);
  }
  return { code: lines.join('\n'), parts: Object.fromEntries(parts) };
}

function isSource(value: unknown): value is Source {
  return typeof value === 'object' && value !== null;
}

function isGive(value: unknown): value is Give {
  return typeof value === 'function';
}

function isRecordOfGives(value: unknown): value is Readonly<Record<string, Give>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).length > 0 &&
    Object.values(value).every(isGive)
  );
}
