/**
 * The line of a program that makes a mistake, and the right one. A step of signing has one right line per language,
 * whatever was wrong in it.
 */
import { keysOf } from '../../../../worker/api.ts';
import type { Finding } from '../../../../worker/api.ts';

export const fixLanguages = ['JavaScript', 'Python', 'PHP', 'Go', 'Ruby'] as const;
export type FixLanguage = (typeof fixLanguages)[number];

type Lines = Readonly<Partial<Record<FixLanguage, string>>>;

interface Step {
  /** What the names in its lines are, as a sentence. */
  readonly about: string;
  readonly right: Readonly<Record<FixLanguage, string>>;
  /** The lines that make a mistake, by its id. A language in which nobody would write it is left out. */
  readonly wrong: Readonly<Record<string, Lines>>;
}

const ofEncoding = '`encode` is the percent-encoding of RFC 3986.';

/** `sha1` stands for the digest of the signature method, and `OTHER` for the one that was used instead. */
const steps = {
  encode: {
    about: '`s` is a name or a value, before it is encoded.',
    right: {
      JavaScript:
        "encodeURIComponent(s).replace(/[!'()*]/g, (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase())",
      Python: "quote(s, safe='')",
      PHP: 'rawurlencode($s)',
      Go: 'strings.ReplaceAll(url.QueryEscape(s), "+", "%20")',
      Ruby: 'ERB::Util.url_encode(s)',
    },
    wrong: {
      'space-as-plus': {
        JavaScript: "encodeURIComponent(s).replaceAll('%20', '+')",
        Python: 'quote_plus(s)',
        PHP: 'urlencode($s)',
        Go: 'url.QueryEscape(s)',
        Ruby: 'CGI.escape(s)',
      },
      'form-encoder': {
        JavaScript: 'new URLSearchParams({ s }).toString().slice(2)',
        Python: "quote_plus(s, safe='*').replace('~', '%7E')",
        Ruby: 'URI.encode_www_form_component(s)',
      },
      'tilde-encoded': {
        JavaScript: "encodeURIComponent(s).replaceAll('~', '%7E')",
        Python: "quote(s, safe='').replace('~', '%7E')",
      },
      'marks-unencoded': {
        JavaScript: 'encodeURIComponent(s)',
        Python: 'quote(s, safe="!\'()*")',
      },
      'slash-unencoded': {
        JavaScript: "encodeURIComponent(s).replaceAll('%2F', '/')",
        Python: 'quote(s)',
      },
      'reserved-unencoded': {
        JavaScript: 'encodeURI(s)',
        Python: 'quote(s, safe=";,/?:@&=+$!*\'()#")',
      },
      'lower-case-hex': {
        JavaScript: 'encodeURIComponent(s).replace(/%../g, (hex) => hex.toLowerCase())',
        Python: "re.sub('%..', lambda hex: hex[0].lower(), quote(s, safe=''))",
      },
      'latin-1': {
        JavaScript: 'escape(s)',
        Python: "quote(s, safe='', encoding='latin-1')",
        PHP: 'rawurlencode(utf8_decode($s))',
        Ruby: "ERB::Util.url_encode(s.encode('ISO-8859-1'))",
      },
      'utf-8-twice': {
        JavaScript: 'encodeURIComponent(unescape(encodeURIComponent(s)))',
        Python: "quote(s.encode().decode('latin-1'), safe='')",
        PHP: 'rawurlencode(utf8_encode($s))',
      },
    },
  },
  pair: {
    about: ofEncoding,
    right: {
      JavaScript: '[encode(name), encode(value)]',
      Python: '(encode(name), encode(value))',
      PHP: '[encode($name), encode($value)]',
      Go: '[2]string{encode(name), encode(value)}',
      Ruby: '[encode(name), encode(value)]',
    },
    wrong: {
      'parameters-unencoded': {
        JavaScript: '[name, value]',
        Python: '(name, value)',
        PHP: '[$name, $value]',
        Go: '[2]string{name, value}',
        Ruby: '[name, value]',
      },
      'names-unencoded': {
        JavaScript: '[name, encode(value)]',
        Python: '(name, encode(value))',
        PHP: '[$name, encode($value)]',
        Go: '[2]string{name, encode(value)}',
        Ruby: '[name, encode(value)]',
      },
    },
  },
  sort: {
    about: '`encoded` are the encoded names and values, in pairs.',
    right: {
      JavaScript: 'encoded.toSorted(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : 1))',
      Python: 'sorted(encoded)',
      PHP: 'usort($encoded, fn ($a, $b) => strcmp($a[0], $b[0]) ?: strcmp($a[1], $b[1]))',
      Go: 'slices.SortFunc(encoded, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })',
      Ruby: 'encoded.sort',
    },
    wrong: {
      unsorted: { JavaScript: 'encoded', Python: 'encoded', Ruby: 'encoded' },
      'sorted-joined': {
        JavaScript: "encoded.toSorted((a, b) => (a.join('=') < b.join('=') ? -1 : 1))",
        Python: "sorted(encoded, key='='.join)",
        Ruby: "encoded.sort_by { |pair| pair.join('=') }",
      },
      'sorted-without-case': {
        JavaScript: 'encoded.toSorted(([a, x], [b, y]) => a.localeCompare(b) || x.localeCompare(y))',
        Python: 'sorted(encoded, key=lambda pair: [part.lower() for part in pair])',
        PHP: 'usort($encoded, fn ($a, $b) => strcasecmp($a[0], $b[0]) ?: strcasecmp($a[1], $b[1]))',
        Ruby: 'encoded.sort_by { |pair| pair.map(&:downcase) }',
      },
      'sorted-by-name-only': {
        JavaScript: 'encoded.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))',
        Python: 'sorted(encoded, key=lambda pair: pair[0])',
        PHP: 'usort($encoded, fn ($a, $b) => strcmp($a[0], $b[0]))',
        Go: 'slices.SortStableFunc(encoded, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })',
      },
    },
  },
  join: {
    about: '`sorted` are the encoded names and values, in their order.',
    right: {
      JavaScript: "sorted.map((pair) => pair.join('=')).join('&')",
      Python: "'&'.join('='.join(pair) for pair in ordered)",
      PHP: "implode('&', array_map(fn ($pair) => implode('=', $pair), $sorted))",
      Go: 'strings.Join(joined, "&")',
      Ruby: "sorted.map { |pair| pair.join('=') }.join('&')",
    },
    wrong: {
      'joined-with-commas': {
        JavaScript: "String(sorted.map((pair) => pair.join('=')))",
        Python: "','.join('='.join(pair) for pair in ordered)",
        PHP: "implode(',', array_map(fn ($pair) => implode('=', $pair), $sorted))",
        Go: 'strings.Join(joined, ",")',
        Ruby: "sorted.map { |pair| pair.join('=') }.join(',')",
      },
      'joined-with-entities': {
        JavaScript: "sorted.map((pair) => pair.join('=')).join('&amp;')",
        Python: "'&amp;'.join('='.join(pair) for pair in ordered)",
        PHP: "implode('&amp;', array_map(fn ($pair) => implode('=', $pair), $sorted))",
      },
      'stray-ampersand': {
        JavaScript: "sorted.map(([name, value]) => name + '=' + value + '&').join('')",
        Python: "''.join(f'{name}={value}&' for name, value in ordered)",
        Ruby: 'sorted.map { |name, value| "#{name}=#{value}&" }.join',
      },
    },
  },
  uri: {
    about: '`url` is the parsed address. Its port belongs to it unless it is 80 for http or 443 for https.',
    right: {
      JavaScript: 'url.origin + url.pathname',
      Python: "f'{url.scheme}://{url.netloc}{url.path}'",
      PHP: "$url['scheme'] . '://' . $url['host'] . $url['path']",
      Go: 'u.Scheme + "://" + strings.ToLower(u.Host) + u.EscapedPath()',
      Ruby: 'url.origin + url.path',
    },
    wrong: {
      'query-in-uri': {
        JavaScript: 'url.href',
        Python: 'url.geturl()',
        Go: 'u.String()',
        Ruby: 'url.to_s',
      },
      'path-left-out': {
        JavaScript: 'url.origin',
        Python: "f'{url.scheme}://{url.netloc}'",
        PHP: "$url['scheme'] . '://' . $url['host']",
        Go: 'u.Scheme + "://" + u.Host',
        Ruby: 'url.origin',
      },
      'path-lower-case': {
        JavaScript: 'url.origin + url.pathname.toLowerCase()',
        Python: "f'{url.scheme}://{url.netloc}{url.path}'.lower()",
        PHP: "strtolower($url['scheme'] . '://' . $url['host'] . $url['path'])",
        Go: 'strings.ToLower(u.Scheme + "://" + u.Host + u.EscapedPath())',
        Ruby: '(url.origin + url.path).downcase',
      },
      'path-decoded': {
        JavaScript: 'url.origin + decodeURIComponent(url.pathname)',
        Python: "f'{url.scheme}://{url.netloc}{unquote(url.path)}'",
        Go: 'u.Scheme + "://" + u.Host + u.Path',
      },
      'trailing-slash': {
        JavaScript: "url.origin + url.pathname + '/'",
        Python: "f'{url.scheme}://{url.netloc}{url.path}/'",
        PHP: "$url['scheme'] . '://' . $url['host'] . $url['path'] . '/'",
        Go: 'u.Scheme + "://" + u.Host + u.EscapedPath() + "/"',
        Ruby: "url.origin + url.path + '/'",
      },
      'port-dropped': {
        JavaScript: "url.protocol + '//' + url.hostname + url.pathname",
        Python: "f'{url.scheme}://{url.hostname}{url.path}'",
        Go: 'u.Scheme + "://" + u.Hostname() + u.EscapedPath()',
        Ruby: "url.scheme + '://' + url.host + url.path",
      },
    },
  },
  base: {
    about: `${ofEncoding} \`parameters\` is the joined string.`,
    right: {
      JavaScript: "[method, encode(uri), encode(parameters)].join('&')",
      Python: "'&'.join([method, encode(uri), encode(parameters)])",
      PHP: "implode('&', [$method, encode($uri), encode($parameters)])",
      Go: 'strings.Join([]string{method, encode(uri), encode(parameters)}, "&")',
      Ruby: "[method, encode(uri), encode(parameters)].join('&')",
    },
    wrong: {
      'method-lower-case': {
        JavaScript: "[method.toLowerCase(), encode(uri), encode(parameters)].join('&')",
        Python: "'&'.join([method.lower(), encode(uri), encode(parameters)])",
        PHP: "implode('&', [strtolower($method), encode($uri), encode($parameters)])",
        Go: 'strings.Join([]string{strings.ToLower(method), encode(uri), encode(parameters)}, "&")',
        Ruby: "[method.downcase, encode(uri), encode(parameters)].join('&')",
      },
      'method-left-out': {
        JavaScript: "[encode(uri), encode(parameters)].join('&')",
        Python: "'&'.join([encode(uri), encode(parameters)])",
        PHP: "implode('&', [encode($uri), encode($parameters)])",
        Go: 'strings.Join([]string{encode(uri), encode(parameters)}, "&")',
        Ruby: "[encode(uri), encode(parameters)].join('&')",
      },
      'uri-left-out': {
        JavaScript: "[method, '', encode(parameters)].join('&')",
        Python: "'&'.join([method, '', encode(parameters)])",
        PHP: "implode('&', [$method, '', encode($parameters)])",
        Go: 'strings.Join([]string{method, "", encode(parameters)}, "&")',
        Ruby: "[method, '', encode(parameters)].join('&')",
      },
      'uri-unencoded': {
        JavaScript: "[method, uri, encode(parameters)].join('&')",
        Python: "'&'.join([method, uri, encode(parameters)])",
        PHP: "implode('&', [$method, $uri, encode($parameters)])",
        Go: 'strings.Join([]string{method, uri, encode(parameters)}, "&")',
        Ruby: "[method, uri, encode(parameters)].join('&')",
      },
      'uri-encoded-twice': {
        JavaScript: "[method, encode(encode(uri)), encode(parameters)].join('&')",
        Python: "'&'.join([method, encode(encode(uri)), encode(parameters)])",
        PHP: "implode('&', [$method, encode(encode($uri)), encode($parameters)])",
        Go: 'strings.Join([]string{method, encode(encode(uri)), encode(parameters)}, "&")',
        Ruby: "[method, encode(encode(uri)), encode(parameters)].join('&')",
      },
      'parameter-string-unencoded': {
        JavaScript: "[method, encode(uri), parameters].join('&')",
        Python: "'&'.join([method, encode(uri), parameters])",
        PHP: "implode('&', [$method, encode($uri), $parameters])",
        Go: 'strings.Join([]string{method, encode(uri), parameters}, "&")',
        Ruby: "[method, encode(uri), parameters].join('&')",
      },
      'base-string-encoded': {
        JavaScript: "encode([method, encode(uri), encode(parameters)].join('&'))",
        Python: "encode('&'.join([method, encode(uri), encode(parameters)]))",
        PHP: "encode(implode('&', [$method, encode($uri), encode($parameters)]))",
        Go: 'encode(strings.Join([]string{method, encode(uri), encode(parameters)}, "&"))',
        Ruby: "encode([method, encode(uri), encode(parameters)].join('&'))",
      },
    },
  },
  secret: {
    about: 'Where a secret is read from a file or a variable.',
    right: {
      JavaScript: 'read().trim()',
      Python: 'read().strip()',
      PHP: 'trim(read())',
      Go: 'strings.TrimSpace(read())',
      Ruby: 'read.strip',
    },
    wrong: {
      'consumer-secret-white-space': {
        JavaScript: 'read()',
        Python: 'read()',
        PHP: 'read()',
        Go: 'read()',
        Ruby: 'read',
      },
    },
  },
  key: {
    about: `${ofEncoding} Without a token its secret is empty.`,
    right: {
      JavaScript: "encode(consumerSecret) + '&' + encode(tokenSecret)",
      Python: "encode(consumer_secret) + '&' + encode(token_secret)",
      PHP: "encode($consumerSecret) . '&' . encode($tokenSecret)",
      Go: 'encode(consumerSecret) + "&" + encode(tokenSecret)',
      Ruby: "encode(consumer_secret) + '&' + encode(token_secret)",
    },
    wrong: {
      'secrets-unencoded': {
        JavaScript: "consumerSecret + '&' + tokenSecret",
        Python: "consumer_secret + '&' + token_secret",
        PHP: "$consumerSecret . '&' . $tokenSecret",
        Go: 'consumerSecret + "&" + tokenSecret',
        Ruby: "consumer_secret + '&' + token_secret",
      },
      'consumer-secret-unencoded': {
        JavaScript: "consumerSecret + '&' + encode(tokenSecret)",
        Python: "consumer_secret + '&' + encode(token_secret)",
        PHP: "$consumerSecret . '&' . encode($tokenSecret)",
        Go: 'consumerSecret + "&" + encode(tokenSecret)',
        Ruby: "consumer_secret + '&' + encode(token_secret)",
      },
      'token-secret-unencoded': {
        JavaScript: "encode(consumerSecret) + '&' + tokenSecret",
        Python: "encode(consumer_secret) + '&' + token_secret",
        PHP: "encode($consumerSecret) . '&' . $tokenSecret",
        Go: 'encode(consumerSecret) + "&" + tokenSecret',
        Ruby: "encode(consumer_secret) + '&' + token_secret",
      },
      'secrets-encoded-twice': {
        JavaScript: "encode(encode(consumerSecret)) + '&' + encode(encode(tokenSecret))",
        Python: "encode(encode(consumer_secret)) + '&' + encode(encode(token_secret))",
        PHP: "encode(encode($consumerSecret)) . '&' . encode(encode($tokenSecret))",
        Go: 'encode(encode(consumerSecret)) + "&" + encode(encode(tokenSecret))',
        Ruby: "encode(encode(consumer_secret)) + '&' + encode(encode(token_secret))",
      },
      'ampersand-missing': {
        JavaScript: 'encode(consumerSecret) + encode(tokenSecret)',
        Python: 'encode(consumer_secret) + encode(token_secret)',
        PHP: 'encode($consumerSecret) . encode($tokenSecret)',
        Go: 'encode(consumerSecret) + encode(tokenSecret)',
        Ruby: 'encode(consumer_secret) + encode(token_secret)',
      },
      'secrets-swapped': {
        JavaScript: "encode(tokenSecret) + '&' + encode(consumerSecret)",
        Python: "encode(token_secret) + '&' + encode(consumer_secret)",
        PHP: "encode($tokenSecret) . '&' . encode($consumerSecret)",
        Go: 'encode(tokenSecret) + "&" + encode(consumerSecret)',
        Ruby: "encode(token_secret) + '&' + encode(consumer_secret)",
      },
      'token-secret-missing': {
        JavaScript: "encode(consumerSecret) + '&'",
        Python: "encode(consumer_secret) + '&'",
        PHP: "encode($consumerSecret) . '&'",
        Go: 'encode(consumerSecret) + "&"',
        Ruby: "encode(consumer_secret) + '&'",
      },
      'consumer-secret-in-both': {
        JavaScript: "encode(consumerSecret) + '&' + encode(consumerSecret)",
        Python: "encode(consumer_secret) + '&' + encode(consumer_secret)",
        PHP: "encode($consumerSecret) . '&' . encode($consumerSecret)",
        Go: 'encode(consumerSecret) + "&" + encode(consumerSecret)',
        Ruby: "encode(consumer_secret) + '&' + encode(consumer_secret)",
      },
    },
  },
  signature: {
    about:
      '`base` is the base string. In Go, `mac` is `hmac.New(sha1.New, []byte(key))` after writing `base`.',
    right: {
      JavaScript: "createHmac('sha1', key).update(base).digest('base64')",
      Python: "b64encode(hmac.digest(key.encode(), base.encode(), 'sha1')).decode()",
      PHP: "base64_encode(hash_hmac('sha1', $base, $key, true))",
      Go: 'base64.StdEncoding.EncodeToString(mac.Sum(nil))',
      Ruby: "Base64.strict_encode64(OpenSSL::HMAC.digest('sha1', key, base))",
    },
    wrong: {
      hex: {
        JavaScript: "createHmac('sha1', key).update(base).digest('hex')",
        Python: "hmac.digest(key.encode(), base.encode(), 'sha1').hex()",
        PHP: "hash_hmac('sha1', $base, $key)",
        Go: 'hex.EncodeToString(mac.Sum(nil))',
        Ruby: "OpenSSL::HMAC.hexdigest('sha1', key, base)",
      },
      'base64-of-hex': {
        JavaScript: "btoa(createHmac('sha1', key).update(base).digest('hex'))",
        Python: "b64encode(hmac.digest(key.encode(), base.encode(), 'sha1').hex().encode()).decode()",
        PHP: "base64_encode(hash_hmac('sha1', $base, $key))",
        Go: 'base64.StdEncoding.EncodeToString([]byte(hex.EncodeToString(mac.Sum(nil))))',
        Ruby: "Base64.strict_encode64(OpenSSL::HMAC.hexdigest('sha1', key, base))",
      },
      'base64-twice': {
        JavaScript: "btoa(createHmac('sha1', key).update(base).digest('base64'))",
        Python: "b64encode(b64encode(hmac.digest(key.encode(), base.encode(), 'sha1'))).decode()",
        PHP: "base64_encode(base64_encode(hash_hmac('sha1', $base, $key, true)))",
      },
      base64url: {
        JavaScript: "createHmac('sha1', key).update(base).digest('base64url')",
        Python: "urlsafe_b64encode(hmac.digest(key.encode(), base.encode(), 'sha1')).decode()",
        Go: 'base64.URLEncoding.EncodeToString(mac.Sum(nil))',
        Ruby: "Base64.urlsafe_encode64(OpenSSL::HMAC.digest('sha1', key, base))",
      },
      'padding-lost': {
        JavaScript: "createHmac('sha1', key).update(base).digest('base64').replaceAll('=', '')",
        Python: "b64encode(hmac.digest(key.encode(), base.encode(), 'sha1')).decode().rstrip('=')",
        Go: 'base64.RawStdEncoding.EncodeToString(mac.Sum(nil))',
      },
      'line-break': {
        Python: "encodebytes(hmac.digest(key.encode(), base.encode(), 'sha1')).decode()",
        Ruby: "Base64.encode64(OpenSSL::HMAC.digest('sha1', key, base))",
      },
      'digest-as-text': {
        JavaScript:
          "Buffer.from(createHmac('sha1', key).update(base).digest('latin1'), 'utf8').toString('base64')",
        Python:
          "b64encode(hmac.digest(key.encode(), base.encode(), 'sha1').decode('latin-1').encode()).decode()",
      },
      'key-and-text-swapped': {
        JavaScript: "createHmac('sha1', base).update(key).digest('base64')",
        Python: "b64encode(hmac.digest(base.encode(), key.encode(), 'sha1')).decode()",
        PHP: "base64_encode(hash_hmac('sha1', $key, $base, true))",
        Ruby: "Base64.strict_encode64(OpenSSL::HMAC.digest('sha1', base, key))",
      },
      unkeyed: {
        JavaScript: "createHash('sha1').update(base).digest('base64')",
        Python: "b64encode(hashlib.new('sha1', base.encode()).digest()).decode()",
        PHP: "base64_encode(hash('sha1', $base, true))",
        Ruby: "Base64.strict_encode64(OpenSSL::Digest.digest('sha1', base))",
      },
      ...Object.fromEntries(
        ['sha-1', 'sha-256', 'sha-512'].map((id) => [
          id,
          {
            JavaScript: "createHmac('OTHER', key).update(base).digest('base64')",
            Python: "b64encode(hmac.digest(key.encode(), base.encode(), 'OTHER')).decode()",
            PHP: "base64_encode(hash_hmac('OTHER', $base, $key, true))",
            Ruby: "Base64.strict_encode64(OpenSSL::HMAC.digest('OTHER', key, base))",
          },
        ]),
      ),
    },
  },
} as const satisfies Readonly<Record<string, Step>>;

export type FixStep = keyof typeof steps;
export const fixSteps: Readonly<Record<FixStep, Step>> = steps;

export interface Fix {
  readonly step: FixStep;
  readonly about: string;
  readonly lines: readonly {
    readonly language: FixLanguage;
    readonly wrong: string;
    readonly right: string;
  }[];
}

const digests: Readonly<Record<string, string>> = {
  'HMAC-SHA256': 'sha256',
  'RSA-SHA256': 'sha256',
  'HMAC-SHA512': 'sha512',
};

/** The lines to change for a mistake; null if none is known. `method` is the signature method of the request. */
export function fixOf({ id }: Pick<Finding, 'id'>, method: string): Fix | null {
  for (const step of keysOf(fixSteps)) {
    const { about, right, wrong } = fixSteps[step];
    const lines = wrong[id === 'token-secret-white-space' ? 'consumer-secret-white-space' : id];
    if (!lines) continue;
    const own = (line: string): string =>
      line.replaceAll('sha1', digests[method] ?? 'sha1').replaceAll('OTHER', id.replace('-', ''));
    return {
      ...{ step, about: own(about) },
      lines: fixLanguages.flatMap((language) => {
        const line = lines[language];
        return line === undefined ? [] : { language, wrong: own(line), right: own(right[language]) };
      }),
    };
  }
  return null;
}
