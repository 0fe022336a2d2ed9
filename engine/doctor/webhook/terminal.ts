/**
 * Removes what a terminal prints around an answer: the prompt and the command above it, the next prompt below it, and
 * the mark that some shells print after output without a line end.
 */

/** Most lines above and below an answer that are examined. */
const mostLines = 32;
/** Most characters of such a line. */
const longestLine = 4_096;

/** A prompt alone on its line. Text before the sign counts only if it names a place. */
const prompt =
  /^(?:[$#%>❯➜λ»]|[\w.-]{1,40}[$#%]|➜ [^{}<>"]{0,200}|[^{}<>"=]{0,200}[@~:/\\][^{}<>"=]{0,200}[$#%>❯➜λ»✗]|(?:PS |[A-Z]:\\)[^{}<>"]{0,200}>)$/i;

/** A prompt after the answer on the same line. */
const gluedPrompt =
  /^(?:\([\w.-]{1,40}\) )?(?:[\w.-]{1,64}@[\w.-]{1,64}[: ][^{}<>"]{0,200}[$#%>❯]|\[[\w.@ ~/-]{1,200}\][$#%]|(?:PS |[A-Z]:\\)[^{}<>"]{0,200}>|➜ [^{}<>"]{0,200})$/i;

const command =
  /^([^\n]{0,300}?)\(?(?:curl(?:\.exe)?|wget|https?|xh|Invoke-(?:WebRequest|RestMethod)|iwr|irm)[ \t]+\S/i;

/** What curl prints about its connection and progress. */
const curlsOwn = /^(?:\* |\s*% Total\s|\s*Dload\s+Upload\s|\s*\d+\s[\d\s.kMG]{10,80}--:--:--)/;

/** A note on the answer's last line, if that line did not end. */
const connectionNote = /\* (?:Connection #\d|Closing connection)[^\n]*$/;

const isPrompt = (line: string): boolean => prompt.test(line.trimEnd());

function isCommand(line: string): boolean {
  const before = line.length > longestLine ? undefined : command.exec(line)?.[1]?.trim();
  return before !== undefined && (before === '' || isPrompt(before));
}

const isNoise = (line: string): boolean =>
  line.length <= longestLine && (isPrompt(line) || isCommand(line) || curlsOwn.test(line));

/** The answer without the additions of a terminal. */
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

/** The index after the last line of the answer. */
function endIn(lines: readonly string[], start: number): number {
  let end = lines.length;
  for (let index = lines.length - 1; index >= Math.max(start, lines.length - mostLines); index--) {
    const line = lines[index] ?? '';
    if (isNoise(line)) end = index;
    else if (line.trim() !== '') break;
  }
  return end;
}

/** Removes what follows the answer on its last line. */
function withoutEnd(line: string): string {
  if (line.length > 2 * longestLine) return line;
  const bare = line.replace(connectionNote, '').replace(/(?<=\S)[%⏎]\s*$/u, '');
  const at = Math.max(...['}', '"', '='].map((each) => bare.lastIndexOf(each))) + 1;
  return at > 0 && gluedPrompt.test(bare.slice(at).trimEnd()) ? bare.slice(0, at) : bare;
}
