/**
 * What a terminal prints around an answer: the prompt and the command above it, the next prompt below it, and the mark
 * of shells for an output that does not end its line.
 */

/** Lines above and below an answer that are looked at. */
const mostLines = 32;
/** Characters of such a line. */
const longestLine = 4_096;

/** A prompt that stands alone in its line. Text before the sign counts only where it names a place. */
const prompt =
  /^(?:[$#%>❯➜λ»]|[\w.-]{1,40}[$#%]|➜ [^{}<>"]{0,200}|[^{}<>"=]{0,200}[@~:/\\][^{}<>"=]{0,200}[$#%>❯➜λ»✗]|(?:PS |[A-Z]:\\)[^{}<>"]{0,200}>)$/i;

/** A prompt behind the answer in the same line. */
const gluedPrompt =
  /^(?:\([\w.-]{1,40}\) )?(?:[\w.-]{1,64}@[\w.-]{1,64}[: ][^{}<>"]{0,200}[$#%>❯]|\[[\w.@ ~/-]{1,200}\][$#%]|(?:PS |[A-Z]:\\)[^{}<>"]{0,200}>|➜ [^{}<>"]{0,200})$/i;

const command =
  /^([^\n]{0,300}?)\(?(?:curl(?:\.exe)?|wget|https?|xh|Invoke-(?:WebRequest|RestMethod)|iwr|irm)[ \t]+\S/i;

/** What curl says of its connection and of its progress. */
const curlsOwn = /^(?:\* |\s*% Total\s|\s*Dload\s+Upload\s|\s*\d+\s[\d\s.kMG]{10,80}--:--:--)/;

/** In the answer's last line, where that did not end. */
const connectionNote = /\* (?:Connection #\d|Closing connection)[^\n]*$/;

const isPrompt = (line: string): boolean => prompt.test(line.trimEnd());

function isCommand(line: string): boolean {
  const before = line.length > longestLine ? undefined : command.exec(line)?.[1]?.trim();
  return before !== undefined && (before === '' || isPrompt(before));
}

const isNoise = (line: string): boolean =>
  line.length <= longestLine && (isPrompt(line) || isCommand(line) || curlsOwn.test(line));

/** The answer alone; the text itself where a terminal added nothing. */
export function withoutTerminal(text: string): string {
  const lines = text.split('\n');
  const start = startIn(lines);
  const end = endIn(lines, start);
  const kept = lines.slice(start, end);
  const last = kept.findLastIndex((line) => line.trim() !== '');
  return kept.map((line, at) => (at === last ? withoutEnd(line) : line)).join('\n');
}

/** The index of the first line of the answer. */
function startIn(lines: readonly string[]): number {
  let start = 0;
  let goesOn = false;
  for (const [index, line] of lines.slice(0, mostLines).entries()) {
    if (goesOn || isNoise(line)) start = index + 1;
    else if (line.trim() !== '') break;
    goesOn = (goesOn || isCommand(line)) && /[\\^`]\s*$/.test(line);
  }
  return start;
}

/** The index behind the last line of the answer. */
function endIn(lines: readonly string[], start: number): number {
  let end = lines.length;
  for (let index = lines.length - 1; index >= Math.max(start, lines.length - mostLines); index--) {
    const line = lines[index] ?? '';
    if (isNoise(line)) end = index;
    else if (line.trim() !== '') break;
  }
  return end;
}

/** Without what stands behind the answer in its last line. */
function withoutEnd(line: string): string {
  if (line.length > 2 * longestLine) return line;
  const bare = line.replace(connectionNote, '').replace(/(?<=\S)[%⏎]\s*$/u, '');
  const at = Math.max(...['}', '"', '='].map((each) => bare.lastIndexOf(each))) + 1;
  return at > 0 && gluedPrompt.test(bare.slice(at).trimEnd()) ? bare.slice(0, at) : bare;
}
