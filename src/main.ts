import { isOwn } from './early.ts';
import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';

if (isOwn) mount(App, { target: document.body });
else void import('./apart.ts').then(({ show }) => show());

// Only for people who use a contrast theme.
const forced = matchMedia('(forced-colors: active)');
const draw = () => forced.matches && void import('./styles/forced-colors.css');
draw();
forced.addEventListener('change', draw);
