import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';

mount(App, { target: document.body });

// What contrast themes need, for those who have one.
const forced = matchMedia('(forced-colors: active)');
const draw = () => forced.matches && void import('./styles/forced-colors.css');
draw();
forced.addEventListener('change', draw);
