import { baseVariable, formOf, queryOf, secretVariables, signedLists, valueWriter } from '../call.ts';
import type { CodeCall, CodePair } from '../call.ts';
import { linesOf, listed, marked, textLines } from '../lines.ts';
import type { ProgramLine, ProgramPart } from '../lines.ts';
import { java as text } from '../literals.ts';

export function java(call: CodeCall): ProgramLine[] {
  const { method, target, headers, body, auth } = call;
  const signs = auth.kind === 'oauth1';
  const [query, form] = [queryOf(call), formOf(call)];
  const encodes = signs || query !== null || form !== null || auth.kind === 'basic';
  const joins = query !== null || form !== null;
  return linesOf([
    '// Java 11 or newer, without packages: save it as Call.java, then run java Call.java',
    'import java.net.URI;',
    encodes && 'import java.net.URLEncoder;',
    'import java.net.http.*;',
    (encodes || body) && 'import java.nio.charset.StandardCharsets;',
    (signs || joins || auth.kind === 'basic') && 'import java.util.*;',
    signs && ['import javax.crypto.Mac;', 'import javax.crypto.spec.SecretKeySpec;'],
    '',
    'public class Call {',
    encodes && [
      '    static String encode(String text) { // RFC 3986',
      '        return URLEncoder.encode(text, StandardCharsets.UTF_8)',
      '            .replace("+", "%20").replace("*", "%2A").replace("%7E", "~");',
      '    }',
    ],
    joins && [
      '    static String joined(List<String[]> pairs) {',
      '        var parts = new ArrayList<String>();',
      '        for (var pair : pairs) parts.add(encode(pair[0]) + "=" + encode(pair[1]));',
      '        return String.join("&", parts);',
      '    }',
    ],
    (signs || joins) && [
      '    static String[] pair(String name, String value) {',
      '        return new String[] { name, value };',
      '    }',
    ],
    secretVariables(call).length > 0 &&
      [
        '    static String env(String name) {',
        '        return Objects.requireNonNull(System.getenv(name), "Set " + name + " in the environment");',
        '    }',
      ].map((line) =>
        signs || joins || auth.kind === 'basic' ? line : line.replace('Objects', 'java.util.Objects'),
      ),
    '    public static void main(String[] args) throws Exception {',
    target.kind === 'based'
      ? [
          `        var base = System.getenv().getOrDefault("${baseVariable}", ${text(target.base)});`,
          marked('U', `        var url = base + ${text(target.path)};`),
        ]
      : `        var url = ${text(target.url)};`,
    query && marked('Q', `        var query = ${pairs(query)};`),
    form && marked('B', `        var form = ${pairs(form)};`),
    authorization(call),
    `        var request = HttpRequest.newBuilder(URI.create(${query ? 'url + "?" + joined(query)' : 'url'}))`,
    auth.kind !== 'none' && '            .header("Authorization", authorization)',
    headers.map(([name, value]) => `            .header(${text(name)}, ${text(value)})`),
    `            .method(${text(method)}, ${
      body === null
        ? 'HttpRequest.BodyPublishers.noBody()'
        : `HttpRequest.BodyPublishers.ofString(${body.kind === 'form' ? 'joined(form)' : long(body.text)}, StandardCharsets.UTF_8)`
    })`,
    '            .build();',
    '        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    '        System.out.println(response.statusCode() + " " + response.body());',
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
        `        var credentials = encode(${text(auth.id)}) + ":" + encode(${value(auth.secret)});`,
        '        var authorization = "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes());',
      ];
    case 'oauth1': {
      const lists = signedLists(call, (list) => list);
      return [
        marked('O', '        var oauth = new ArrayList<String[]>(List.of('),
        [
          `pair("oauth_consumer_key", ${text(auth.key)})`,
          'pair("oauth_nonce", UUID.randomUUID().toString())',
          'pair("oauth_signature_method", "HMAC-SHA1")',
          'pair("oauth_timestamp", Long.toString(System.currentTimeMillis() / 1000))',
          ...(auth.token === null ? [] : [`pair("oauth_token", ${text(auth.token)})`]),
          'pair("oauth_version", "1.0")',
          ...auth.protocol.map(item),
        ]
          .map((each) => `            ${each}`)
          .join(',\n'),
        '        ));',
        '        // Sorted by encoded name, then by encoded value',
        '        var encoded = new ArrayList<String[]>();',
        lists.map(
          (list) => `        for (var each : ${list}) encoded.add(pair(encode(each[0]), encode(each[1])));`,
        ),
        '        encoded.sort(Comparator.comparing((String[] each) -> each[0]).thenComparing(each -> each[1]));',
        '        var parameters = new ArrayList<String>();',
        '        for (var each : encoded) parameters.add(String.join("=", each));',
        marked(
          'M',
          `        var baseString = ${text(method.toUpperCase())} + "&" + encode(url) + "&" + encode(String.join("&", parameters));`,
        ),
        marked(
          'K',
          `        var signingKey = encode(${value(auth.secret)}) + "&"${auth.tokenSecret === null ? '' : ` + encode(${value(auth.tokenSecret)})`};`,
        ),
        '        var mac = Mac.getInstance("HmacSHA1");',
        '        mac.init(new SecretKeySpec(signingKey.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));',
        '        var signature = Base64.getEncoder().encodeToString(mac.doFinal(baseString.getBytes(StandardCharsets.UTF_8)));',
        '        oauth.add(pair("oauth_signature", signature));',
        '        var header = new ArrayList<String>();',
        '        for (var each : oauth) header.add(each[0] + "=\\"" + encode(each[1]) + "\\"");',
        '        var authorization = "OAuth " + String.join(", ", header);',
      ];
    }
  }
}

const value = valueWriter(text, (name) => `env(${name})`);
const item = ([name, given]: CodePair): string => `pair(${text(name)}, ${value(given)})`;
const pairs = (given: readonly CodePair[]): string =>
  listed(['List.<String[]>of(', ')'], given.map(item), {
    indent: '            ',
    outer: '        ',
    last: false,
  });

/** A text of several lines, with one literal for each line. */
const long = (given: string): string => textLines(given).map(text).join('\n                + ');
