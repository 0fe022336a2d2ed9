import { mount } from 'svelte';
import Served from './Served.svelte';

/** Shows the playground for the world of the local server that served it. */
export const show = (): void => void mount(Served, { target: document.body });
