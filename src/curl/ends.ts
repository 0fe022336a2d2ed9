/** A shell prompt before a command: `$ `, `PS C:\Users\me> `, `C:\>`. */
const prompt = String.raw`(?:\$ +|PS [^>\r\n]*> *|[A-Za-z]:\\[^>\r\n]*> *)?`;
const curl = String.raw`(?:& *\{[^\r\n]*?)?(?:[^\s'"]*[\\/])?curl(?:\.exe)?(?=[\s^\`]|$)`;
const begins = new RegExp(String.raw`\s*${prompt}${curl}`, 'y');
const messageBegins = /\s*(?:[A-Z]+ \S+ HTTP\/\d|(?:proxy-)?authorization *:|OAuth +[\w]+=")/iy;
export const promptAtStart = new RegExp(String.raw`^\s*${prompt}`);

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** Whether a curl command begins here, after white space and a prompt. */
export const curlBegins = (text: string, at = 0): boolean => matches(begins, text, at);

/** Whether the next line begins another request. If not, a missing continuation is forgiven. */
export const anotherBegins = (text: string, at: number): boolean =>
  curlBegins(text, at) || matches(messageBegins, text, at);

/** Whether the `;` or `&` here only separates commands: nothing follows, or another request does. */
export const onlyParts = (text: string, at: number): boolean =>
  /^[;&]\s*$/.test(text.slice(at)) || (/[;&]/.test(text[at] ?? '') && anotherBegins(text, at + 1));

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
