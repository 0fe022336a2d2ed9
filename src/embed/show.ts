import { mount } from 'svelte';
import { readAsked } from '../element/names.ts';
import type { EmbedTheme } from '../element/names.ts';
import Embed from './Embed.svelte';
import { Guest } from './guest.ts';
import { keepOnly } from './keep-nothing.ts';

/** Shows the one part of the playground that the frame's address asks for. */
export function show(): void {
  const asked = readAsked(location.search);
  keepOnly('problem' in asked ? null : asked.world);
  const guest = new Guest(parent === window ? null : parent, window);
  guest.takes({ setTheme: ({ theme }) => wear(theme) });
  wear('problem' in asked ? 'auto' : asked.theme);
  document.documentElement.classList.add('embed');
  document.getElementById('shell')?.remove();
  mount(Embed, { target: document.body, props: { asked, guest } });
}

function wear(theme: EmbedTheme): void {
  const { dataset } = document.documentElement;
  if (theme === 'auto') delete dataset['theme'];
  else dataset['theme'] = theme;
}
