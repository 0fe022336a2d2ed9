/**
 * A recipe as a part of a link: the version of the packing, a dot, and base64url of JSON that is compressed with
 * deflate (RFC 1951).
 */
import { base64, unshared, utf8 } from '../../worker/api.ts';
import { longestHash } from '../router.ts';

const version = '1';

/** The most bytes of a recipe. */
export const mostBytes = 128 * 1024;

/** Bytes that are unpacked at a time: even if they expand a thousandfold, the result is small. */
const piece = 128;

const damaged = 'It is damaged, or only a part of the link was copied.';
const tooLarge = `It has more than ${mostBytes / 1024} KB.`;
const later = 'A later release of the playground made it.';

export async function pack(recipe: string): Promise<string> {
  const packed = await new Response(through(new CompressionStream('deflate-raw'), utf8(recipe))).bytes();
  const text = base64(packed).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${version}.${text}`;
}

/** The recipe's text, not checked yet; or why it cannot be read, as a sentence. Never rejects. */
export async function unpack(
  packed: string,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  if (packed.length > longestHash) return { problem: tooLarge };
  const [, of, text] = /^(\d{1,3})\.([A-Za-z0-9_-]*)$/.exec(packed) ?? [];
  if (of === undefined || text === undefined) return { problem: damaged };
  if (of !== version) return { problem: Number(of) > Number(version) ? later : damaged };
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    return await inflated(bytes);
  } catch {
    return { problem: damaged };
  }
}

async function inflated(
  bytes: Uint8Array,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  const reader = through(new DecompressionStream('deflate-raw'), bytes).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let length = 0;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode() };
    length += value.length;
    if (length > mostBytes) {
      void reader.cancel().catch(() => undefined);
      return { problem: tooLarge };
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** The next piece goes in when the reader has taken what came of those before. */
function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(unshared(bytes.subarray(at, at + piece)));
        at += piece;
      },
    },
    { highWaterMark: 0 },
  );
  return source.pipeThrough(stream);
}
