import { createRequire } from 'node:module';

export const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Where the site of the tests serves it. Under assets/, so that the browser never asks for it again. */
export const axeName = 'assets/axe-core.js';
