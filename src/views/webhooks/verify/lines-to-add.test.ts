import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadSignature } from '../../../../worker/api.ts';
import type { HttpRequest } from '../../../../worker/api.ts';
import { codeFor, readyMade } from '../../../receivers/ready-made.ts';
import { forgeriesOf } from './forgeries.ts';
import { linesToAdd, partsShown, withLines } from './lines-to-add.ts';

const header = 'svc-webhooks-signature';
const secret = 'Jefe';
const url = 'https://hooks.example/in';
const body = '{"event_id":"2029","for_user_id":"1"}';
const { deliverySignature } = await loadSignature();
const forgeries = forgeriesOf({
  ...{ url, body, header, secret, sign: deliverySignature },
  other: { secret: 'wrong', appName: 'Gale Feed' },
});

type Handle = (request: Request) => Response | Promise<Response>;

async function handlerIn(code: string): Promise<Handle> {
  const address = `data:text/javascript,${encodeURIComponent(code)}`;
  return ((await import(/* @vite-ignore */ address)) as { default: Handle }).default;
}

async function statusesOf(code: string): Promise<readonly number[]> {
  const handle = await handlerIn(code);
  const asked = async ({ headers, body: bytes }: HttpRequest) => {
    const request = new Request(url, {
      method: 'POST',
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      ...(bytes && { body: new Uint8Array(bytes) }),
    });
    return (await handle(request)).status;
  };
  return Promise.all(forgeries.map(({ request }) => asked(request)));
}

/** Each answers 200 to every request, and reads the body in a different way. */
const programs: Readonly<Record<string, string>> = {
  'a function': `export default async function (request) {
  const event = JSON.parse(await request.text());
  return new Response(event.event_id);
}
`,
  'a named function that is not async': `export default function handle(request) {
  return request.json().then(() => new Response('ok'));
}`,
  'a function in one line': `export default async function (req) { return new Response(await req.text()); }\n`,
  'an arrow function': `export default async (request) => {\n\tconst body = await request.text();\n\treturn new Response(body);\n};\n`,
  'a handler by its name': `const handle = async (request) => new Response(await request.text());\n\nexport default handle;\n`,
  'one with lines of Windows': `export default async function (request) {\r\n  return new Response('ok');\r\n}\r\n`,
  'a check of its own that takes a forgery': `const secret = 'Jefe';
export default async function (request) {
  return new Response('', { status: isSigned(request) ? 200 : 401 });
}
const isSigned = (request) => secret !== '' && request.method === 'POST';
`,
};

test.each(Object.entries(programs))(
  '%s refuses every forgery with the lines, and accepts the real one (lift 6)',
  async (_, code) => {
    expect(await statusesOf(code)).toEqual([200, 200, 200, 200, 200, 200]);
    const { edits } = linesToAdd(code, { header, secret });
    const added = withLines(code, edits ?? []);
    expect(await statusesOf(added)).toEqual([401, 401, 401, 401, 401, 200]);
    expect(added.includes('\r\n')).toBe(code.includes('\r\n'));
  },
);

test('the ready-made ones that accept everything still answer a challenge, and name their secret once', async () => {
  for (const ready of readyMade.filter(({ id }) => ['no-prefix', 'wrong-field', 'slow'].includes(id))) {
    const code = codeFor(ready, secret).replace('await wait(5000);', '');
    const { edits } = linesToAdd(code, { header, secret });
    const added = withLines(code, edits ?? []);
    expect(await statusesOf(added), ready.id).toEqual([401, 401, 401, 401, 401, 200]);
    expect(added.split(`'${secret}'`), ready.id).toHaveLength(2);
    const answer = await (await handlerIn(added))(new Request(`${url}?crc_token=a1`));
    expect(await answer.text()).toContain(createHmac('sha256', secret).update('a1').digest('base64'));
  }
});

test('if the beginning of the handler is not found, nothing is changed, and the lines are shown', () => {
  const lines = linesToAdd('export { handle as default };', { header, secret });
  expect(lines.edits).toBeNull();
  expect(lines.guard).toContain('isSigned(request.clone())');
  expect(lines.check.join('\n')).toContain(header);
});

test("only the surroundings of the lines are shown, with the program's line numbers", () => {
  const code = `${'// one\n'.repeat(9)}export default async function (request) {\n${'  await 1;\n'.repeat(9)}}\n`;
  const parts = partsShown(code, linesToAdd(code, { header, secret }).edits ?? []);
  expect(parts).toHaveLength(2);
  expect(parts[0]?.map(({ line }) => line)).toEqual([9, 10, null, 11, 12]);
  expect(parts[1]?.slice(0, 3).map(({ line }) => line)).toEqual([19, 20, null]);
});
