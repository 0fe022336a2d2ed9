import { baseVariable, formOf, queryOf, signedLists, valueWriter } from '../call.ts';
import type { CodeCall, CodePair } from '../call.ts';
import { linesOf, listed, marked, textLines } from '../lines.ts';
import type { ProgramLine, ProgramPart } from '../lines.ts';
import { ruby as text } from '../literals.ts';

/** Names in Net::HTTP, by method. */
const classes: Readonly<Record<string, string>> = {
  DELETE: 'Delete',
  GET: 'Get',
  HEAD: 'Head',
  OPTIONS: 'Options',
  PATCH: 'Patch',
  POST: 'Post',
  PUT: 'Put',
};

export function ruby(call: CodeCall): ProgramLine[] {
  const { method, target, headers, body, auth } = call;
  const signs = auth.kind === 'oauth1';
  const [query, form] = [queryOf(call), formOf(call)];
  const named = Object.hasOwn(classes, method) ? classes[method] : undefined;
  return linesOf([
    '# Ruby 2.7 or newer, without gems: save it as call.rb, then run ruby call.rb',
    "require 'net/http'",
    signs && ["require 'openssl'", "require 'securerandom'"],
    '',
    target.kind === 'based'
      ? [
          `base = ENV.fetch('${baseVariable}', ${text(target.base)})`,
          marked('U', `url = base + ${text(target.path)}`),
        ]
      : `url = ${text(target.url)}`,
    query && marked('Q', `query = ${pairs(query)}`),
    form && marked('B', `form = ${pairs(form)}`),
    (signs || query || form || auth.kind === 'basic') && [
      '# RFC 3986',
      "encode = ->(text) { text.b.gsub(/[^A-Za-z0-9._~-]/n) { |c| format('%%%02X', c.ord) } }",
    ],
    (query || form) &&
      "joined = ->(pairs) { pairs.map { |name, value| encode[name] + '=' + encode[value] }.join('&') }",
    authorization(call),
    `uri = URI(${query ? "url + '?' + joined[query]" : 'url'})`,
    named === undefined
      ? `request = Net::HTTPGenericRequest.new(${text(method)}, ${body !== null}, true, uri)`
      : `request = Net::HTTP::${named}.new(uri)`,
    auth.kind !== 'none' && "request['Authorization'] = authorization",
    headers.map(([name, value]) => `request[${text(name)}] = ${text(value)}`),
    body && `request.body = ${body.kind === 'form' ? 'joined[form]' : long(body.text)}`,
    "response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') do |http|",
    '  http.request(request)',
    'end',
    'puts response.code, response.body',
  ]);
}

function authorization(call: CodeCall): ProgramPart {
  const { method, auth } = call;
  switch (auth.kind) {
    case 'none':
      return null;
    case 'bearer':
      return `authorization = 'Bearer ' + ${value(auth.token)}`;
    case 'basic':
      return [
        `credentials = encode[${text(auth.id)}] + ':' + encode[${value(auth.secret)}]`,
        "authorization = 'Basic ' + [credentials].pack('m0')",
      ];
    case 'oauth1': {
      const lists = signedLists(call, (list) => `*${list}`);
      return [
        marked('O', 'oauth = ['),
        `  ['oauth_consumer_key', ${text(auth.key)}],`,
        "  ['oauth_nonce', SecureRandom.hex(16)],",
        "  ['oauth_signature_method', 'HMAC-SHA1'],",
        "  ['oauth_timestamp', Time.now.to_i.to_s],",
        auth.token !== null && `  ['oauth_token', ${text(auth.token)}],`,
        "  ['oauth_version', '1.0'],",
        auth.protocol.map((pair) => `  ${item(pair)},`),
        ']',
        '# Sorted by encoded name, then by encoded value',
        `encoded = [${lists.join(', ')}].map { |name, value| [encode[name], encode[value]] }.sort`,
        "parameters = encoded.map { |pair| pair.join('=') }.join('&')",
        marked('M', `base_string = [${text(method.toUpperCase())}, url, parameters].map(&encode).join('&')`),
        marked(
          'K',
          `signing_key = encode[${value(auth.secret)}] + '&'${auth.tokenSecret === null ? '' : ` + encode[${value(auth.tokenSecret)}]`}`,
        ),
        "signature = [OpenSSL::HMAC.digest('SHA1', signing_key, base_string)].pack('m0')",
        "authorization = 'OAuth ' + [*oauth, ['oauth_signature', signature]].map do |name, value|",
        '  "#{name}=\\"#{encode[value]}\\""',
        "end.join(', ')",
      ];
    }
  }
}

const value = valueWriter(text, (name) => `ENV.fetch(${name})`);
const item = ([name, given]: CodePair): string => `[${text(name)}, ${value(given)}]`;
const pairs = (given: readonly CodePair[]): string => listed(['[', ']'], given.map(item));

/** A text of several lines, with one literal for each line. */
const long = (given: string): string => textLines(given).map(text).join(' \\\n  ');
