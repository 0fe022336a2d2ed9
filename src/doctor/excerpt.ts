/** Characters shown on each side of a difference where there is little room. */
const reach = 48;

/** The text around a character; the whole text unless it is to be brief. */
export function excerpt(
  text: string,
  at: number,
  character: string,
  brief: boolean,
): { readonly before: string; readonly after: string } {
  const before = text.slice(0, at);
  const after = text.slice(at + character.length);
  if (!brief) return { before, after };
  return {
    before: before.length > reach ? `…${before.slice(-reach)}` : before,
    after: after.length > reach ? `${after.slice(0, reach)}…` : after,
  };
}
