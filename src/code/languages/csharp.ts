import { baseVariable, formOf, queryOf, secretVariables, valueWriter } from '../call.ts';
import type { CodeCall, CodePair } from '../call.ts';
import { linesOf, listed, marked, textLines } from '../lines.ts';
import type { ProgramLine, ProgramPart } from '../lines.ts';
import { csharp as text } from '../literals.ts';

export function csharp(call: CodeCall): ProgramLine[] {
  const { method, target, headers, body, auth } = call;
  const signs = auth.kind === 'oauth1';
  const [query, form] = [queryOf(call), formOf(call)];
  const encodes = signs || query !== null || form !== null || auth.kind === 'basic';
  const joins = query !== null || form !== null;
  const isOfBody = (name: string) => /^content-/i.test(name);
  return linesOf([
    '// .NET 6 or newer, or Mono 6, without packages: the Program.cs of a console project, then dotnet run',
    'using System;',
    'using System.Linq;',
    'using System.Net.Http;',
    signs && 'using System.Security.Cryptography;',
    'using System.Text;',
    'using System.Threading.Tasks;',
    '',
    'class Call',
    '{',
    encodes && [
      '    const string Unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";',
      '',
      '    static string Encode(string text) => string.Concat( // RFC 3986',
      '        Encoding.UTF8.GetBytes(text).Select(b => Unreserved.IndexOf((char)b) < 0 ? "%" + b.ToString("X2") : ((char)b).ToString()));',
      '',
    ],
    joins && [
      '    static string Joined(string[][] pairs) =>',
      '        string.Join("&", pairs.Select(pair => Encode(pair[0]) + "=" + Encode(pair[1])));',
      '',
    ],
    secretVariables(call).length > 0 && [
      '    static string Env(string name) =>',
      '        Environment.GetEnvironmentVariable(name) ?? throw new Exception("Set " + name + " in the environment");',
      '',
    ],
    '    static async Task Main()',
    '    {',
    query && marked('Q', `        var query = ${pairs(query)};`),
    target.kind === 'based'
      ? [
          `        var baseUrl = Environment.GetEnvironmentVariable("${baseVariable}") ?? ${text(target.base)};`,
          marked(
            'U',
            `        var url = new Uri(baseUrl + ${text(target.path)}${query ? ' + "?" + Joined(query)' : ''});`,
          ),
        ]
      : `        var url = new Uri(${text(target.url)});`,
    form && marked('B', `        var form = ${pairs(form)};`),
    authorization(call),
    `        var request = new HttpRequestMessage(new HttpMethod(${text(method)}), url);`,
    auth.kind !== 'none' &&
      '        request.Headers.TryAddWithoutValidation("Authorization", authorization);',
    headers
      .filter(([name]) => !isOfBody(name))
      .map(
        ([name, value]) => `        request.Headers.TryAddWithoutValidation(${text(name)}, ${text(value)});`,
      ),
    body && [
      `        var body = ${body.kind === 'form' ? 'Joined(form)' : long(body.text)};`,
      '        request.Content = new ByteArrayContent(Encoding.UTF8.GetBytes(body));',
      headers
        .filter(([name]) => isOfBody(name))
        .map(
          ([name, value]) =>
            `        request.Content.Headers.TryAddWithoutValidation(${text(name)}, ${text(value)});`,
        ),
    ],
    '        var response = await new HttpClient().SendAsync(request);',
    '        Console.WriteLine((int)response.StatusCode + " " + await response.Content.ReadAsStringAsync());',
    '    }',
    '}',
  ]);
}

function authorization(call: CodeCall): ProgramPart {
  const { method, auth } = call;
  switch (auth.kind) {
    case 'none':
      return null;
    case 'bearer':
      return `        var authorization = "Bearer " + ${value(auth.token)};`;
    case 'basic':
      return [
        `        var credentials = Encode(${text(auth.id)}) + ":" + Encode(${value(auth.secret)});`,
        '        var authorization = "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes(credentials));',
      ];
    case 'oauth1': {
      const lists = [
        ...(queryOf(call) ? ['.Concat(query)'] : []),
        ...(formOf(call) ? ['.Concat(form)'] : []),
      ];
      return [
        marked('O', '        var oauth = new[]'),
        '        {',
        `            new[] { "oauth_consumer_key", ${text(auth.key)} },`,
        '            new[] { "oauth_nonce", Guid.NewGuid().ToString("N") },',
        '            new[] { "oauth_signature_method", "HMAC-SHA1" },',
        '            new[] { "oauth_timestamp", DateTimeOffset.UtcNow.ToUnixTimeSeconds().ToString() },',
        auth.token !== null && `            new[] { "oauth_token", ${text(auth.token)} },`,
        '            new[] { "oauth_version", "1.0" },',
        auth.protocol.map((pair) => `            ${item(pair)},`),
        '        };',
        '        // Sorted by encoded name, then by encoded value',
        `        var parameters = string.Join("&", oauth${lists.join('')}`,
        '            .Select(pair => new[] { Encode(pair[0]), Encode(pair[1]) })',
        '            .OrderBy(pair => pair[0], StringComparer.Ordinal)',
        '            .ThenBy(pair => pair[1], StringComparer.Ordinal)',
        '            .Select(pair => pair[0] + "=" + pair[1]));',
        marked(
          'M',
          `        var baseString = ${text(method.toUpperCase())} + "&" + Encode(url.GetLeftPart(UriPartial.Path)) + "&" + Encode(parameters);`,
        ),
        marked(
          'K',
          `        var signingKey = Encode(${value(auth.secret)}) + "&"${auth.tokenSecret === null ? '' : ` + Encode(${value(auth.tokenSecret)})`};`,
        ),
        '        var hmac = new HMACSHA1(Encoding.UTF8.GetBytes(signingKey));',
        '        var signature = Convert.ToBase64String(hmac.ComputeHash(Encoding.UTF8.GetBytes(baseString)));',
        '        var authorization = "OAuth " + string.Join(", ", oauth',
        '            .Concat(new[] { new[] { "oauth_signature", signature } })',
        '            .Select(pair => pair[0] + "=\\"" + Encode(pair[1]) + "\\""));',
      ];
    }
  }
}

const value = valueWriter(text, (name) => `Env(${name})`);
const item = ([name, given]: CodePair): string => `new[] { ${text(name)}, ${value(given)} }`;
const pairs = (given: readonly CodePair[]): string =>
  listed(['new[] { ', ' }'], given.map(item), { indent: '            ', outer: '        ' });

/** A text of several lines, with one literal for each line. */
const long = (given: string): string => textLines(given).map(text).join('\n            + ');
