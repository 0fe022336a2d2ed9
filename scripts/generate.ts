/**
 * `npm run generate`: writes the committed files that are derived from the declarations. The routes in
 * engine/endpoints/ come first, and openapi.json in a separate process: it records calls, which a new endpoint
 * answers by its new route.
 */
import { writeFile } from 'node:fs/promises';
import { generatedDocument, generatedRoutes } from './generated.ts';

const files = process.argv[2] === 'routes' ? await generatedRoutes() : await generatedDocument();
for (const [file, text] of Object.entries(files)) await writeFile(file, text);
