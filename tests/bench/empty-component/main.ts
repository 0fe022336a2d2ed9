/** The entry of the page with an empty component in place of the playground, for `npm run bench:page`. */
import '../../../src/styles/tokens.css';
import '../../../src/styles/base.css';
import { mount } from 'svelte';
import Empty from './Empty.svelte';

mount(Empty, { target: document.body });
document.querySelector('#shell')?.remove();
