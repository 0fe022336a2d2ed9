/**
 * `npm run generate`: writes what is derived from the declarations and kept. The routes in engine/endpoints/ come
 * first, and openapi.json in a process of its own: it records calls, which a new endpoint answers by its new route.
 */
import { writeFile } from 'node:fs/promises';
import { generatedDocument, generatedRoutes } from './generated.ts';

const files = process.argv[2] === 'routes' ? await generatedRoutes() : await generatedDocument();
for (const [file, text] of Object.entries(files)) await writeFile(file, text);
