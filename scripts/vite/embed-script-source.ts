/** `#embed-script`: what the page says about embed.js. Vite replaces this module by its data (data-module.ts). */
import { brotliCompressSync } from 'node:zlib';
import { programOf } from './program.ts';

/** Its size when transferred, compressed with Brotli. */
export const scriptBytes: number = brotliCompressSync(await programOf('src/element/classic.ts')).byteLength;
