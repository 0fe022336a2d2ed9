/** The messages of Chromium and Firefox. WebKit's does not contain the address. */
const failedModule = /dynamically imported module: (\S+)$/;

let attempts = 0;

/**
 * Imports a part when it is first needed. While the page or worker lives, a browser remembers that a module did not
 * load, and fails at once when the same URL is imported again (HTML, "fetch a single module script"). So the second
 * attempt uses another URL, which does reach the server.
 *
 * @throws What the import throws, if the second URL fails too.
 */
export async function arriving<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    const address = error instanceof TypeError && failedModule.exec(error.message)?.[1];
    if (!address) throw error;
    const another = new URL(address);
    another.searchParams.set('again', String(++attempts));
    return import(/* @vite-ignore */ another.href).then((part: Part) => part);
  }
}
