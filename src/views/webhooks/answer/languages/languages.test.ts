/** Each program is run if its language is installed: right unchanged, wrong with each slip, and right when repaired. */
import { execFileSync } from 'node:child_process';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { loadCrcDoctor } from '../../../../../worker/api.ts';
import type { CrcDiagnosis } from '../../../../../worker/api.ts';
import { languages } from './languages.ts';
import { node } from './node.ts';
import { shownLines, sourceOf } from './program.ts';
import type { SampleProgram } from './program.ts';
import { python } from './python.ts';

let doctor: Awaited<ReturnType<typeof loadCrcDoctor>>;
beforeAll(async () => {
  doctor = await loadCrcDoctor();
});

/** Chosen so that no two encodings of key and token are equal. */
const secrets: Readonly<Record<string, string>> = {
  'key-percent-decoded': 'a%2Bb%2Fc',
  'key-percent-encoded': 'a+b/c=',
};
const tokens: Readonly<Record<string, string>> = { 'token-decoded': 'a%2Bb', 'token-encoded': 'a+b/c' };
const secretOf = (id: string): string => secrets[id] ?? 'kR9vBC41defZq0123SlPkR9v';
const tokenOf = (id: string): string => tokens[id] ?? 'Zk8vR1nT6yQ0pLx3WcB9dA2';
const url = (id: string): string =>
  `https://hooks.example/webhook?crc_token=${encodeURIComponent(tokenOf(id))}`;

const others = {
  API_KEY: 'xvz1evFS4wEEPTGEFPHBog7Aq',
  BEARER_TOKEN: 'AAAAbearer',
  CLIENT_ID: 'client-id',
  CLIENT_SECRET: 'client-secret',
  ACCESS_TOKEN: 'access-token',
  ACCESS_TOKEN_SECRET: 'access-token-secret',
  OTHER_APP_SECRET: 'secret-of-another-app',
};
const known = {
  apiKey: others.API_KEY,
  bearer: others.BEARER_TOKEN,
  clientId: others.CLIENT_ID,
  clientSecret: others.CLIENT_SECRET,
  accessToken: others.ACCESS_TOKEN,
  accessTokenSecret: others.ACCESS_TOKEN_SECRET,
  otherSecrets: [{ label: 'the secret of another App', value: others.OTHER_APP_SECRET }],
};

interface Came {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const diagnose = (id: string, { status, type, body }: Came): CrcDiagnosis =>
  doctor.diagnoseCrc({
    token: tokenOf(id),
    secret: secretOf(id),
    url: url(id),
    answer: { status, headers: [['content-type', type]], body: new TextEncoder().encode(body) },
    known,
  });

const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();

/** The parts of Express that the programs use. */
function runNode(source: string, id: string, request: object): Came {
  const came = { status: 200, type: '', body: '' };
  const send = (type: string, body: string): void => void Object.assign(came, { type, body });
  const response = {
    status: (status: number) => (Object.assign(came, { status }), response),
    sendStatus: (status: number) => (came.status = status),
    json: (body: unknown) => send('application/json; charset=utf-8', JSON.stringify(body)),
    send: (body: string) => send('text/html; charset=utf-8', body),
  };
  const handle = (...parts: unknown[]): void =>
    (parts.at(-1) as (req: unknown, res: unknown) => void)(request, response);
  const modules = {
    createHash,
    createHmac,
    timingSafeEqual,
    sha256,
    raw: () => null,
    readFileSync: () => `${secretOf(id)}\n`,
  };
  const globals = {
    Buffer,
    URLSearchParams,
    btoa,
    process: { env: { ...others, CONSUMER_SECRET: secretOf(id) } },
  };
  runInNewContext(source.replace(/^import .*$/gm, ''), {
    ...modules,
    ...globals,
    app: { get: handle, post: handle },
  });
  return came;
}

const challenge = (id: string) => {
  const { host, pathname, search } = new URL(url(id));
  return { query: { crc_token: tokenOf(id) }, host, url: pathname + search, originalUrl: pathname + search };
};

const ids = ({ slips }: SampleProgram): string[] => Object.keys(slips);
const partsOf = ({ mistake, equal }: CrcDiagnosis): string[] =>
  [mistake, ...equal].flatMap((each) => each?.parts.map((part) => part.id) ?? []);

describe('the answer to a challenge in Node', () => {
  it('is right', () => {
    expect(diagnose('', runNode(sourceOf(node.challenge, []), '', challenge(''))).verdict).toBe('right');
  });
  test.each(ids(node.challenge))('with %s is diagnosed as that, and right when it is repaired', (id) => {
    expect(partsOf(diagnose(id, runNode(sourceOf(node.challenge, [id]), id, challenge(id))))).toContain(id);
    const mended = runNode(sourceOf(node.challenge, [id], true), id, challenge(id));
    expect(diagnose(id, mended).verdict).toBe('right');
  });
});

const raw = Buffer.from('{"event_id": "9f2c7b10", "text": "Ask\u00f8y"}');
const signature = (id: string): string =>
  `sha256=${createHmac('sha256', secretOf(id)).update(raw).digest('base64')}`;

describe('the verification of a delivery in Node', () => {
  const verify = (source: string, id: string, header = signature(id)): number =>
    runNode(source, id, {
      body: raw,
      get: (name: string) => (name === 'svc-webhooks-signature' ? header : undefined),
    }).status;
  it('accepts the right signature and no other', () => {
    expect(verify(sourceOf(node.delivery, []), '')).toBe(200);
    expect(verify(sourceOf(node.delivery, []), '', signature('').replace('sha256=', 'sha256=x'))).toBe(401);
    expect(verify(sourceOf(node.delivery, []), '', '')).toBe(401);
  });
  test.each(ids(node.delivery))(
    'with %s refuses the right signature, and accepts it when it is repaired',
    (id) => {
      expect(verify(sourceOf(node.delivery, [id]), id)).toBe(401);
      expect(verify(sourceOf(node.delivery, [id], true), id)).toBe(200);
    },
  );
});

/** The parts of Flask that the programs use. */
const flask = `
import io, json, os, sys, types, urllib.parse
class Headers(dict): pass
def run(case):
    os.environ.update(case["env"])
    kept, raw = [], case["raw"].encode()
    keep = lambda path: lambda f: kept.append(f) or f
    parts = urllib.parse.urlsplit(case["url"])
    request = types.SimpleNamespace(
        args=dict(urllib.parse.parse_qsl(parts.query)), url=case["url"], query_string=parts.query.encode(),
        headers=case["headers"], form={}, get_json=lambda: json.loads(raw),
        get_data=lambda as_text=False: raw.decode() if as_text else raw)
    made = lambda body: (json.dumps(body), "application/json")
    scope = {"app": types.SimpleNamespace(get=keep, post=keep), "request": request, "json": json, "urllib": urllib,
        "jsonify": made, "open": lambda path: io.StringIO(os.environ["CONSUMER_SECRET"] + "\\n")}
    exec(case["source"], scope)
    body, status = kept[0](), 200
    if isinstance(body, tuple) and isinstance(body[1], int): body, status = body
    if isinstance(body, (dict, list)): body = made(body)
    text, kind = body if isinstance(body, tuple) else (body, "text/html")
    return {"status": status, "type": kind, "body": text}
json.dump([run(case) for case in json.load(sys.stdin)], sys.stdout)
`;

const pythonCase = (source: string, id: string) => ({
  source,
  url: url(id),
  raw: raw.toString(),
  headers: { 'svc-webhooks-signature': signature(id) },
  env: { ...others, CONSUMER_SECRET: secretOf(id) },
});
const runPython = (cases: readonly ReturnType<typeof pythonCase>[]): Came[] =>
  JSON.parse(
    execFileSync('python3', ['-X', 'utf8', '-c', flask], { input: JSON.stringify(cases), encoding: 'utf8' }),
  ) as Came[];

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version']);
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!hasPython())('in Python', () => {
  const both = (program: SampleProgram) => {
    const all = ['', ...ids(program)];
    const answers = runPython([
      ...all.map((id) => pythonCase(sourceOf(program, [id]), id)),
      ...all.map((id) => pythonCase(sourceOf(program, [id], true), id)),
    ]);
    return all.map((id, at) => ({ id, wrong: answers[at]!, mended: answers[at + all.length]! }));
  };
  it('each answer to a challenge is diagnosed as the mistake in it', () => {
    const [right, ...slipped] = both(python.challenge);
    expect(diagnose('', right!.wrong).verdict).toBe('right');
    for (const { id, wrong, mended } of slipped) {
      expect(partsOf(diagnose(id, wrong)), id).toContain(id);
      expect(diagnose(id, mended).verdict, id).toBe('right');
    }
  });
  it('each verification refuses the right signature until it is repaired', () => {
    const [right, ...slipped] = both(python.delivery);
    expect(right!.wrong.status).toBe(200);
    for (const { id, wrong, mended } of slipped)
      expect([wrong.status, mended.status], id).toEqual([401, 200]);
  });
});

describe('the shown lines', () => {
  it('have the wrong line with its number and the repaired one under it', () => {
    const shown = shownLines(python.challenge, ['api-key', 'hex', 'bearer-token']);
    expect(shown.slice(3, 10).map(({ changed: _, ...line }) => line)).toEqual([
      { number: 4, kind: 'plain', text: 'def challenge():' },
      { number: 5, kind: 'wrong', text: '    key = os.environ["API_KEY"]' },
      { number: null, kind: 'repaired', text: '    key = os.environ["CONSUMER_SECRET"]' },
      { number: 6, kind: 'plain', text: '    token = request.args["crc_token"]' },
      { number: 7, kind: 'plain', text: python.challenge.lines[6] },
      { number: 8, kind: 'wrong', text: '    value = mac.hexdigest()' },
      { number: null, kind: 'repaired', text: python.challenge.lines[7] },
    ]);
    expect(shown.flatMap(({ text, changed }) => (changed ? text.slice(...changed) : []))).toEqual([
      'API_KEY',
      'CONSUMER_SECRET',
      'mac.hexdigest',
      'base64.b64encode(mac.digest()).decode',
    ]);
    expect(shownLines(node.challenge, ['constructor', 'toString'])).toHaveLength(node.challenge.lines.length);
  });
  it('differ, in every language', () => {
    for (const { id, challenge: one, delivery: other } of languages)
      for (const { lines, slips } of [one, other])
        for (const [part, { line, was, becomes }] of Object.entries(slips))
          expect([(becomes ?? lines[line - 1]) === was, was.trim() === ''], `${id} ${part}`).toEqual([
            false,
            false,
          ]);
  });
});
