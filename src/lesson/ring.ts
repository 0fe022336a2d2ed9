/** Puts a ring around the field that a hint names, and scrolls it into view. */

const marker = 'data-ringed';
const fields = 'input, textarea, select, [contenteditable="true"], button';

/** The visible and accessible names of a field, the most specific first. */
function namesOf(field: HTMLElement): string[] {
  const labels =
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.labels : null;
  return [
    field.getAttribute('aria-label') ?? '',
    ...Array.from(labels ?? [], (label) => label.textContent),
    field instanceof HTMLButtonElement ? field.textContent : '',
  ]
    .map((name) => name.replace(/\s+/g, ' ').trim())
    .filter((name) => name.length > 2);
}

/** The longest of the names that occurs in the text as a whole word; null for none. */
export function namedIn(text: string, names: readonly string[]): string | null {
  const isIn = (name: string): boolean => {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
      if (!/\w/.test(text[at - 1] ?? '') && !/\w/.test(text[at + name.length] ?? '')) return true;
    return false;
  };
  return [...names].sort((a, b) => b.length - a.length).find(isIn) ?? null;
}

/** Rings the field of the view that the first of these texts names. Returns the way to remove the ring. */
export function ring(view: HTMLElement, texts: readonly string[]): () => void {
  const all = [...view.querySelectorAll<HTMLElement>(fields)].filter((field) => field.checkVisibility());
  const names = all.map((field) => [field, namesOf(field)] as const);
  for (const text of texts) {
    const name = namedIn(
      text,
      names.flatMap(([, each]) => each),
    );
    const field = name === null ? undefined : names.find(([, each]) => each.includes(name))?.[0];
    if (!field) continue;
    field.setAttribute(marker, '');
    field.scrollIntoView({ block: 'center' });
    return () => field.removeAttribute(marker);
  }
  return () => undefined;
}
