/** A part with its percent escapes decoded, if it has any and they are UTF-8; otherwise null. */
export function readable(text: string): string | null {
  const value = /="(.*)"$/.exec(text)?.[1] ?? text;
  if (!/%[0-9a-f]{2}/i.test(value)) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
