import { baseVariable, formOf, queryOf, secretVariables, valueWriter } from '../call.ts';
import type { CodeCall, CodePair } from '../call.ts';
import { linesOf, listed, marked, textLines } from '../lines.ts';
import type { ProgramLine, ProgramPart } from '../lines.ts';
import { go as text } from '../literals.ts';

export function go(call: CodeCall): ProgramLine[] {
  const { method, target, headers, body, auth } = call;
  const signs = auth.kind === 'oauth1';
  const [query, form] = [queryOf(call), formOf(call)];
  const variables = secretVariables(call);
  const encodes = signs || query !== null || form !== null || auth.kind === 'basic';
  const joins = query !== null || form !== null;
  const used: readonly (readonly [module: string, isUsed: boolean])[] = [
    ['crypto/hmac', signs],
    ['crypto/rand', signs],
    ['crypto/sha1', signs],
    ['encoding/base64', signs || auth.kind === 'basic'],
    ['fmt', true],
    ['io', true],
    ['log', true],
    ['net/http', true],
    ['net/url', encodes],
    ['os', target.kind === 'based' || variables.length > 0],
    ['sort', signs],
    ['strings', encodes || body !== null],
    ['time', signs],
  ];
  return linesOf([
    '// Go 1.18 or newer, without packages: save it as call.go, then run go run call.go',
    'package main',
    '',
    'import (',
    used.flatMap(([module, isUsed]) => (isUsed ? [`\t"${module}"`] : [])),
    ')',
    '',
    (signs || joins) && ['type pair struct{ name, value string }', ''],
    encodes && [
      '// RFC 3986',
      'func encode(text string) string {',
      '\treturn strings.ReplaceAll(url.QueryEscape(text), "+", "%20")',
      '}',
      '',
    ],
    joins && [
      'func joined(pairs []pair) string {',
      '\tvar parts []string',
      '\tfor _, each := range pairs {',
      '\t\tparts = append(parts, encode(each.name)+"="+encode(each.value))',
      '\t}',
      '\treturn strings.Join(parts, "&")',
      '}',
      '',
    ],
    variables.length > 0 && [
      'func env(name string) string {',
      '\tvalue := os.Getenv(name)',
      '\tif value == "" {',
      '\t\tlog.Fatal("Set " + name + " in the environment")',
      '\t}',
      '\treturn value',
      '}',
      '',
    ],
    'func main() {',
    target.kind === 'based'
      ? [
          `\tbase := os.Getenv("${baseVariable}")`,
          '\tif base == "" {',
          `\t\tbase = ${text(target.base)}`,
          '\t}',
          marked('U', `\taddress := base + ${text(target.path)}`),
        ]
      : `\taddress := ${text(target.url)}`,
    query && marked('Q', `\tquery := ${pairs(query)}`),
    form && marked('B', `\tform := ${pairs(form)}`),
    authorization(call),
    `\trequest, err := http.NewRequest(${[
      text(method),
      query ? 'address+"?"+joined(query)' : 'address',
      body === null ? 'nil' : `strings.NewReader(${body.kind === 'form' ? 'joined(form)' : long(body.text)})`,
    ].join(', ')})`,
    failing,
    auth.kind !== 'none' && '\trequest.Header.Set("Authorization", authorization)',
    headers.map(([name, value]) => `\trequest.Header.Set(${text(name)}, ${text(value)})`),
    '\tresponse, err := http.DefaultClient.Do(request)',
    failing,
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    failing,
    '\tfmt.Println(response.StatusCode, string(answer))',
    '}',
  ]);
}

const failing = ['\tif err != nil {', '\t\tlog.Fatal(err)', '\t}'];

function authorization(call: CodeCall): ProgramPart {
  const { method, auth } = call;
  switch (auth.kind) {
    case 'none':
      return null;
    case 'bearer':
      return `\tauthorization := "Bearer " + ${value(auth.token)}`;
    case 'basic':
      return [
        `\tcredentials := encode(${text(auth.id)}) + ":" + encode(${value(auth.secret)})`,
        '\tauthorization := "Basic " + base64.StdEncoding.EncodeToString([]byte(credentials))',
      ];
    case 'oauth1': {
      const more = [...(queryOf(call) ? ['query...'] : []), ...(formOf(call) ? ['form...'] : [])];
      return [
        '\tnonce := make([]byte, 16)',
        '\tif _, err := rand.Read(nonce); err != nil {',
        '\t\tlog.Fatal(err)',
        '\t}',
        marked('O', '\toauth := []pair{'),
        `\t\t{"oauth_consumer_key", ${text(auth.key)}},`,
        '\t\t{"oauth_nonce", fmt.Sprintf("%x", nonce)},',
        '\t\t{"oauth_signature_method", "HMAC-SHA1"},',
        '\t\t{"oauth_timestamp", fmt.Sprint(time.Now().Unix())},',
        auth.token !== null && `\t\t{"oauth_token", ${text(auth.token)}},`,
        '\t\t{"oauth_version", "1.0"},',
        auth.protocol.map((pair) => `\t\t${item(pair)},`),
        '\t}',
        '\tvar encoded []pair',
        `\tfor _, list := range [][]pair{${[...more.map((each) => each.slice(0, -3)), 'oauth'].join(', ')}} {`,
        '\t\tfor _, each := range list {',
        '\t\t\tencoded = append(encoded, pair{encode(each.name), encode(each.value)})',
        '\t\t}',
        '\t}',
        '\tsort.Slice(encoded, func(i, j int) bool {',
        '\t\ta, b := encoded[i], encoded[j]',
        '\t\treturn a.name < b.name || a.name == b.name && a.value < b.value',
        '\t})',
        '\tvar parameters []string',
        '\tfor _, each := range encoded {',
        '\t\tparameters = append(parameters, each.name+"="+each.value)',
        '\t}',
        marked(
          'M',
          `\tbaseString := ${text(method.toUpperCase())} + "&" + encode(address) + "&" + encode(strings.Join(parameters, "&"))`,
        ),
        marked(
          'K',
          `\tsigningKey := encode(${value(auth.secret)}) + "&"${auth.tokenSecret === null ? '' : ` + encode(${value(auth.tokenSecret)})`}`,
        ),
        '\tmac := hmac.New(sha1.New, []byte(signingKey))',
        '\tmac.Write([]byte(baseString))',
        '\tsignature := base64.StdEncoding.EncodeToString(mac.Sum(nil))',
        '\tvar header []string',
        '\tfor _, each := range append(oauth, pair{"oauth_signature", signature}) {',
        '\t\theader = append(header, each.name+"=\\""+encode(each.value)+"\\"")',
        '\t}',
        '\tauthorization := "OAuth " + strings.Join(header, ", ")',
      ];
    }
  }
}

const value = valueWriter(text, (name) => `env(${name})`);
const item = ([name, given]: CodePair): string => `{${text(name)}, ${value(given)}}`;
const pairs = (given: readonly CodePair[]): string =>
  listed(['[]pair{', '}'], given.map(item), { indent: '\t\t', outer: '\t' });

/** A text of several lines, with one literal for each line. */
const long = (given: string): string => textLines(given).map(text).join(' +\n\t\t');
