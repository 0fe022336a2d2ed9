/** Answers as PowerShell shows them: lists and tables of what it has parsed. */

/** Converts the output to that of `curl -i`; null for a text that is not from PowerShell. */
export const ofPowerShell = (text: string): string | null => ofWebRequest(text) ?? ofRestMethod(text);

/** `Invoke-WebRequest`: one property per line, with continuation lines indented. */
function ofWebRequest(text: string): string | null {
  const status = property(text, 'StatusCode');
  const content = property(text, 'Content');
  if (status === null || content === null || !/^\d{3}$/.test(status)) return null;
  const type = /\[Content-Type, ([^\]\n]{1,200})\]/.exec(property(text, 'Headers') ?? '')?.[1];
  return `HTTP/1.1 ${status}\n${type === undefined ? '' : `Content-Type: ${type}\n`}\n${content}`;
}

/** A value that is wider than the window continues on the next line. */
function property(text: string, name: string): string | null {
  const found = new RegExp(`^${name} *: (.*(?:\\n {8,}.*)*)`, 'm').exec(text)?.[1];
  return found === undefined ? null : found.replace(/\r?\n +/g, '').trim();
}

/** `Invoke-RestMethod`: the parsed object as a table with one row. */
function ofRestMethod(text: string): string | null {
  const [names, rule, values, ...more] = text
    .trim()
    .slice(0, 16_384)
    .split('\n')
    .map((line) => line.trimEnd());
  if (!names || !rule || values === undefined || more.length > 0) return null;
  if (!/^-+(?: +-+)*$/.test(rule) || !/^[\w-]/.test(names)) return null;
  const columns = Array.from(rule.matchAll(/-+ */g), ({ index, 0: { length } }) => [index, index + length]);
  const cells = (line: string) =>
    columns.map(([from, to], at) => line.slice(from, at === columns.length - 1 ? undefined : to).trim());
  return JSON.stringify(Object.fromEntries(cells(names).map((name, at) => [name, cells(values)[at] ?? ''])));
}
