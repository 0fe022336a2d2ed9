/** `#embed-script`: what the page tells of embed.js. Under Vite, data-module.ts puts what this says in its place. */
import { brotliCompressSync } from 'node:zlib';
import { programOf } from './program.ts';

/** What it weighs on its way, compressed with Brotli. */
export const scriptBytes: number = brotliCompressSync(await programOf('src/element/classic.ts')).byteLength;
