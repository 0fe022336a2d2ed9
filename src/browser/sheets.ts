const used = 'pane sunken hover ink ink-2 ink-3 line line-field accent on-accent ok err'.split(' ');

/** The browser's style sheet for dark mode: the page keeps its layout and gets the theme's colours. */
export function darkSheet(): string {
  const theme = getComputedStyle(document.documentElement);
  const tokens = used.map((name) => `--${name}:${theme.getPropertyValue(`--${name}`)}`).join(';');
  return `:root{color-scheme:dark;${tokens}}
body{background:var(--pane);color:var(--ink)}a,summary{color:var(--accent)}.app,.cannot{color:var(--ink-2)}.app b,.app h2,.mark{color:var(--ink)}
input,button{background:var(--pane);color:var(--ink);border-color:var(--line-field)}
button.main{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.accounts,button.account{border-color:var(--line)}button.account:hover,.account .mark{background:var(--hover)}.account .mark{color:var(--ink-2)}
small,.account::after{color:var(--ink-3)}.can ::marker{color:var(--ok)}.cannot ::marker{color:var(--err)}
.hint{background:var(--sunken);border-color:var(--line)}.err{color:var(--err)}`;
}

/** The browser's own focus ring, in every theme. */
export const focusSheet = (): string =>
  `:focus-visible{outline:2px solid ${getComputedStyle(document.documentElement).getPropertyValue('--accent')};outline-offset:2px;border-radius:3px}`;
