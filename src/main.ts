import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';

// A framed page never opens the playground's own world (docs/embed.md), and neither does the page of a local server
// (docs/server.md).
if (self === top && !document.querySelector('.embed,.served')) mount(App, { target: document.body });
else void import('./apart.ts').then(({ show }) => show());

// Only for people who use a contrast theme.
const forced = matchMedia('(forced-colors: active)');
const draw = () => forced.matches && void import('./styles/forced-colors.css');
draw();
forced.addEventListener('change', draw);
