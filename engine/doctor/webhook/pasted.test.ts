import { beforeAll, describe, expect, test } from 'vitest';
import { loadCrcDoctor } from '../../inside.ts';
import type { CrcDiagnosis } from '../../inside.ts';
import { crcAnswer } from '../../webhooks/crc.ts';

let doctor: Awaited<ReturnType<typeof loadCrcDoctor>>;
beforeAll(async () => {
  doctor = await loadCrcDoctor();
});

const asked = { token: 'q7L-2XcNvYt5RkDzA9_Jmg', secret: 'kR9vJ2mWq8Xc5TzLb1NfYh7UeDsG4oPaSlP' };
const value = crcAnswer(asked.token, asked.secret);
const body = JSON.stringify({ response_token: value });
const url = `https://hooks.example/in?crc_token=${asked.token}`;

const diagnose = (text: string, more: { readonly status?: number } = {}): CrcDiagnosis =>
  doctor.diagnoseCrc({ ...asked, answer: { kind: 'pasted', text, ...more } });
const ruleOf = ({ rules }: CrcDiagnosis, id: string) => rules.find((rule) => rule.id === id);
const stateOf = (diagnosis: CrcDiagnosis, id: string) => ruleOf(diagnosis, id)?.state;

const meter = `  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current
                                 Dload  Upload   Total   Spent    Left  Speed
  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0
100    74  100    74    0     0   5230      0 --:--:-- --:--:-- --:--:--  5285`;

const head = 'HTTP/2 200 \ncontent-type: application/json\n\n';

describe('a right answer is right as it is printed by', () => {
  test.each([
    ['a program', `${body}\n`],
    ['a pretty printer', JSON.stringify({ response_token: value }, null, 2)],
    ['zsh, which marks a missing line end', `${body}%`],
    ['zsh, with its prompts', `mira@mac ~ % curl '${url}'\n${body}%                     \nmira@mac ~ % `],
    ['oh-my-zsh', `➜  ~ curl '${url}'\n${body}%\n➜  hooks git:(main) ✗ `],
    ['fish', `mira@box ~> curl '${url}'\n${body}⏎\nmira@box ~> `],
    ['bash', `mira@box:~/hooks$ curl "${url}"\n${body}mira@box:~/hooks$ `],
    ['bash of Red Hat', `[mira@box hooks]$ curl "${url}"\n${body}[mira@box hooks]$ `],
    ['sh', `$ curl ${url}\n${body}\n$ `],
    ['root', `# curl ${url}\n${body}\n# `],
    ['a named shell', `bash-5.1$ curl ${url}\n${body}\nbash-5.1$`],
    ['starship', `❯ curl ${url}\n${body}\n❯`],
    ['cmd.exe', `C:\\Users\\mira>curl.exe "${url}"\n${body}\nC:\\Users\\mira>`],
    ['a command in several lines', `$ curl -s \\\n  -H 'accept: */*' \\\n  '${url}'\n${body}\n`],
    ['curl with its meter', `$ curl ${url} | cat\n${meter}\n${body}\n`],
    ['curl -i', `$ curl -i '${url}'\n${head}${body}`],
    ['curl -i, with line ends of the wire', `${head}${body}`.replaceAll('\n', '\r\n')],
    ['curl -iL without a redirect', `$ curl -iL '${url}'\n${head}${body}%`],
    ['curl -i after 100 Continue', `HTTP/1.1 100 Continue\n\n${head}${body}`],
    ['curl -i by a proxy', `HTTP/1.1 200 Connection established\n\n${head}${body}`],
    [
      'curl -v',
      `$ curl -v ${url}\n*   Trying 203.0.113.7:443...\n> GET /in HTTP/2\n> Host: hooks.example\n>\n< HTTP/2 200\n< content-type: application/json\n<\n{ [74 bytes data]\n${body}* Connection #0 to host hooks.example left intact\n`,
    ],
    [
      'curl -v, the note in a line of its own',
      `< HTTP/1.1 200 OK\n<\n${body}\n* Connection #0 to host hooks.example left intact\n$ `,
    ],
    ['a remark above', `This is what I get:\n\n${head}${body}`],
    ['HTTPie', `$ http '${url}'\n${head}{\n    "response_token": "${value}"\n}\n\n\n`],
    [
      'Invoke-WebRequest',
      `PS C:\\hooks> Invoke-WebRequest '${url}'\n\n\nStatusCode        : 200\nStatusDescription : OK\nContent           : ${body}\nRawContent        : HTTP/1.1 200 OK\n                    Content-Length: 74\n\n                    ${body}\nForms             : {}\nHeaders           : {[Content-Length, 74], [Content-Type, application/json]}\nRawContentLength  : 74\n\n\n\nPS C:\\hooks> `,
    ],
    [
      'Invoke-WebRequest in a narrow window',
      `StatusCode        : 200\nContent           : ${body.slice(0, 50)}\n                    ${body.slice(50)}\nForms             : {}\n`,
    ],
    [
      'Invoke-RestMethod',
      `PS C:\\hooks> irm '${url}'\n\nresponse_token\n--------------\n${value}\n\nPS C:\\hooks>`,
    ],
    [
      'Invoke-RestMethod, with another field',
      `\n${'response_token'.padEnd(52)} ok\n${'-'.repeat(14).padEnd(52)} --\n${value.padEnd(52)} True\n\n`,
    ],
  ])('%s', (_, text) => {
    const diagnosis = diagnose(text);
    expect(diagnosis.mistake?.sentence).toBeUndefined();
    expect(diagnosis.verdict).toBe('right');
  });
});

describe('a wrong answer is wrong', () => {
  test.each([
    ['another character behind it', `${body}§`],
    ['text behind it in its line', `${body} done 100%`],
    ['a line behind it', `${body}\nDone 100%`],
    ['a line above it', `Notice: x\n${body}`],
    ['a percent sign in the value', `{"response_token":"${value}%"}`],
  ])('with %s', (_, text) => {
    expect(diagnose(text).verdict).not.toBe('right');
  });

  test('plain text at a prompt: the prompt is not blamed', () => {
    for (const text of [`$ curl ${url}\n${value}%\n$ `, `${value}mira@box:~$ `])
      expect(diagnose(text).mistake?.parts.map(({ id }) => id)).toEqual(['plain-text']);
  });
});

describe('if curl -L followed a redirect, the first answer counts', () => {
  const from = 'HTTP/1.1 301 Moved Permanently\r\nLocation: https://hooks.example/in/\r\n\r\n';
  test.each([
    ['curl -iL', `${from}HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n${body}`],
    ['curl -iL after 100 Continue', `HTTP/1.1 100 Continue\r\n\r\n${from}HTTP/1.1 200 OK\r\n\r\n${body}`],
    [
      'curl -vL',
      `< HTTP/1.1 301 Moved Permanently\n< Location: https://hooks.example/in/\n<\n* Ignoring the response-body\n* Issue another request to this URL\n> GET /in/ HTTP/1.1\n>\n< HTTP/1.1 200 OK\n<\n${body}`,
    ],
  ])('%s', (_, text) => {
    const diagnosis = diagnose(text);
    expect(diagnosis.verdict).toBe('explained');
    expect(diagnosis.mistake?.sentence).toBe(
      'You answered 301 to https://hooks.example/in/, the platform wants 200 from the URL itself, and follows no redirect',
    );
    expect(ruleOf(diagnosis, 'status')).toMatchObject({ state: 'failed', came: '301' });
  });
});

test('a body alone does not show status, time and content type', () => {
  const diagnosis = diagnose(body);
  for (const id of ['time', 'status', 'content-type']) expect(stateOf(diagnosis, id)).toBe('unreached');
  expect(stateOf(diagnose(body, { status: 500 }), 'status')).toBe('failed');
});

test.each([
  ['HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n\r\n', '201'],
  ['HTTP/1.1 100 Continue\n\nHTTP/2 204\ncontent-type: application/json\n\n', '204'],
  ['* Connected\n> GET /in HTTP/1.1\n>\n< HTTP/1.1 503 Busy\n< content-type: application/json\n<\n', '503'],
])('reads a head with its status: %j', (lines, status) => {
  const diagnosis = diagnose(`${lines}${body}`);
  expect(ruleOf(diagnosis, 'status')).toMatchObject({ state: 'failed', came: status });
  for (const id of ['content-type', 'json', 'field', 'prefix', 'encoding', 'value'])
    expect(stateOf(diagnosis, id)).toBe('ok');
});

test('a body may be in chunks, or have headers without a status', () => {
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  expect(diagnose(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`).verdict).toBe('right');
  expect(diagnose(`content-type: application/json\n\n${body}`).verdict).toBe('right');
});

// Long enough that quadratic time would take minutes, and exceed the test's time limit.
test('hostile text is read in linear time', () => {
  for (const text of [
    '$ '.repeat(500_000),
    '$ curl x \\\n'.repeat(100_000),
    `${'PS C:'.repeat(200_000)}>`,
    `StatusCode : 200\nContent : ${`x\n${' '.repeat(20)}`.repeat(50_000)}`,
    `a\n${'- '.repeat(500_000)}\nb`,
    'a@b:'.repeat(250_000),
  ])
    expect(diagnose(text).verdict).not.toBe('right');
});
