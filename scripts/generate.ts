/** `npm run generate`: writes what is derived from the declarations and kept, openapi.json and the routes in engine/endpoints/. */
import { writeFile } from 'node:fs/promises';
import { generated } from './generated.ts';

for (const [file, text] of Object.entries(await generated())) await writeFile(file, text);
