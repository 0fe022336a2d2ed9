import { ofPerson } from '../parts/storage.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** public/theme.js reads it before the first paint. */
const slot = ofPerson('theme');

/** Light, dark or the system's; remembered if storage is allowed. */
class ThemeSwitch {
  current = $state<Theme>(remembered());

  next(): void {
    this.set(themes[(themes.indexOf(this.current) + 1) % themes.length]!);
  }

  set(to: Theme): void {
    this.current = to;
    if (this.current === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = this.current;
    slot.write(to === 'system' ? null : to);
  }
}

export const theme = /* @__PURE__ */ new ThemeSwitch();

function remembered(): Theme {
  const set = document.documentElement.dataset['theme'];
  return set === 'light' || set === 'dark' ? set : 'system';
}
