/** Percent escapes of a part decoded, when there are any and they are UTF-8; null otherwise. */
export function readable(text: string): string | null {
  const value = /="(.*)"$/.exec(text)?.[1] ?? text;
  if (!/%[0-9a-f]{2}/i.test(value)) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
