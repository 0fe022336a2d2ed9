const used = ['pane', 'sunken', 'ink', 'ink-2', 'line', 'line-field', 'accent', 'on-accent', 'err'];

/** The browser's sheet for dark surroundings: the page's layout stays, its colours are the theme's. */
export function darkSheet(): string {
  const theme = getComputedStyle(document.documentElement);
  const tokens = used.map((name) => `--${name}:${theme.getPropertyValue(`--${name}`)}`).join(';');
  return `:root{color-scheme:dark;${tokens}}
body{background:var(--pane);color:var(--ink)}a{color:var(--accent)}p.app{color:var(--ink-2)}
input,button{background:var(--pane);color:var(--ink);border-color:var(--line-field)}
button.main{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.hint{background:var(--sunken);border-color:var(--line)}.err{color:var(--err)}`;
}

/** The browser's own focus ring, in every theme. */
export const focusSheet = (): string =>
  `:focus-visible{outline:2px solid ${getComputedStyle(document.documentElement).getPropertyValue('--accent')};outline-offset:2px;border-radius:3px}`;
