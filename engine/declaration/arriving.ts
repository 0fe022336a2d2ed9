/** As Chromium and Firefox name it; WebKit names no address. */
const failedModule = /dynamically imported module: (\S+)$/;

let attempts = 0;

/**
 * A part that is imported when it is needed. Where it failed to arrive once, a browser remembers that for as long as
 * the page or worker lives, and fails at once when it is asked for the same address again (HTML, "fetch a single module
 * script"): it is asked for by another one, so that trying again does ask the server.
 *
 * @throws What the import throws, where the part does not arrive by another address either.
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
