/** HAR 1.2 (softwareishard.com/blog/har-12-spec) as a check. Each flaw names the path of a missing, unknown or wrongly typed member. */

type Rule = (value: unknown, path: string) => readonly string[];

const is =
  (words: string, fits: (value: unknown) => boolean): Rule =>
  (value, path) =>
    fits(value) ? [] : [`${path} is not ${words}`];
const text = is('text', (value) => typeof value === 'string');
const number = is('a number', (value) => typeof value === 'number' && Number.isFinite(value));
const size = is('a size, or -1', (value) => Number.isInteger(value) && Number(value) >= -1);
const ms = is('a duration', (value) => typeof value === 'number' && value >= 0);
const moment = is('a time of ISO 8601', (value) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(String(value)),
);
const address = is('an absolute address', (value) => typeof value === 'string' && URL.canParse(value));
const nothing: Rule = () => [];

const listOf =
  (item: Rule): Rule =>
  (value, path) =>
    Array.isArray(value)
      ? value.flatMap((each: unknown, at) => item(each, `${path}[${at}]`))
      : [`${path} is no list`];

const object =
  (needed: Readonly<Record<string, Rule>>, more: Readonly<Record<string, Rule>> = {}): Rule =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} is no object`];
    const members = new Map(Object.entries(value));
    const all: Readonly<Record<string, Rule>> = { comment: text, ...needed, ...more };
    return [
      ...Object.keys(needed).flatMap((name) => (members.has(name) ? [] : [`${path}.${name} is missing`])),
      ...[...members].flatMap(([name, member]) => {
        const rule = all[name] ?? (name.startsWith('_') ? nothing : undefined);
        return rule ? rule(member, `${path}.${name}`) : [`${path}.${name} is unknown`];
      }),
    ];
  };

const tool = object({ name: text, version: text });
const pairs = listOf(object({ name: text, value: text }));
const cookies = listOf(
  object(
    { name: text, value: text },
    { path: text, domain: text, expires: text, httpOnly: nothing, secure: nothing },
  ),
);
const common = { httpVersion: text, cookies, headers: pairs, headersSize: size, bodySize: size };
// `encoding` is a proposal for 1.3 that tools write and read.
const postData = object({ mimeType: text, params: pairs, text }, { encoding: text });
const request = object({ method: text, url: address, ...common, queryString: pairs }, { postData });
const content = object({ size, mimeType: text }, { compression: number, text, encoding: text });
const response = object({ status: number, statusText: text, ...common, content, redirectURL: text });
const timings = object(
  { send: ms, wait: ms, receive: ms },
  { blocked: number, dns: number, connect: number, ssl: number },
);
const entry = object(
  { startedDateTime: moment, time: ms, request, response, cache: object({}), timings },
  { pageref: text, serverIPAddress: text, connection: text },
);

/** Empty for a valid HAR 1.2 file. */
export const harFlaws = (file: unknown): readonly string[] =>
  object({
    log: object(
      { version: text, creator: tool, entries: listOf(entry) },
      { browser: tool, pages: listOf(nothing) },
    ),
  })(file, 'file');
