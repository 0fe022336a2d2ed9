import { slip } from './program.ts';
import type { Language, Slip } from './program.ts';

const ofKey: Readonly<Record<string, Slip>> = {
  'api-key': slip(2, "$key = getenv('API_KEY');"),
  'bearer-token': slip(2, "$key = getenv('BEARER_TOKEN');"),
  'client-id': slip(2, "$key = getenv('CLIENT_ID');"),
  'client-secret': slip(2, "$key = getenv('CLIENT_SECRET');"),
  'access-token': slip(2, "$key = getenv('ACCESS_TOKEN');"),
  'access-token-secret': slip(2, "$key = getenv('ACCESS_TOKEN_SECRET');"),
  'other-secret': slip(2, "$key = getenv('OTHER_APP_SECRET');"),
  'key-and-secret': slip(2, "$key = getenv('API_KEY') . '&' . getenv('CONSUMER_SECRET');"),
  'key-absent': slip(2, "$key = (string) getenv('CONSUMER_SECRT');"),
  'key-percent-encoded': slip(2, "$key = rawurlencode(getenv('CONSUMER_SECRET'));"),
  'key-percent-decoded': slip(2, "$key = urldecode(getenv('CONSUMER_SECRET'));"),
  'key-quoted': slip(2, "$key = '\"' . getenv('CONSUMER_SECRET') . '\"';"),
  'key-white-space': slip(
    2,
    "$key = file_get_contents('consumer-secret');",
    "$key = trim(file_get_contents('consumer-secret'));",
  ),
  'key-decoded-as-base64': slip(2, "$key = base64_decode(getenv('CONSUMER_SECRET'));"),
  'key-encoded': slip(2, "$key = base64_encode(getenv('CONSUMER_SECRET'));"),
};

/** `text` is the variable that is signed. */
const ofDigest = (text: string): Readonly<Record<string, Slip>> => ({
  'base64-of-hex': slip(4, `$mac = hash_hmac('sha256', ${text}, $key);`),
  'other-hash': slip(4, `$mac = hash_hmac('sha1', ${text}, $key, true);`),
  'without-key': slip(4, `$mac = hash('sha256', $key . ${text}, true);`),
  swapped: slip(4, `$mac = hash_hmac('sha256', $key, ${text}, true);`),
  'hashed-twice': slip(4, `$mac = hash_hmac('sha256', hash('sha256', ${text}, true), $key, true);`),
});

/** `name` is the variable that holds the value. */
const ofWriting = (name: string): Readonly<Record<string, Slip>> => ({
  hex: slip(5, `${name} = 'sha256=' . bin2hex($mac);`),
  base64url: slip(5, `${name} = 'sha256=' . strtr(base64_encode($mac), '+/', '-_');`),
  'padding-lost': slip(5, `${name} = 'sha256=' . rtrim(base64_encode($mac), '=');`),
  'base64-twice': slip(5, `${name} = 'sha256=' . base64_encode(base64_encode($mac));`),
  'base64-case': slip(5, `${name} = 'sha256=' . strtolower(base64_encode($mac));`),
  'value-white-space': slip(5, `${name} = 'sha256=' . chunk_split(base64_encode($mac));`),
  'value-percent-encoded': slip(5, `${name} = 'sha256=' . rawurlencode(base64_encode($mac));`),
  'prefix-missing': slip(5, `${name} = base64_encode($mac);`),
  'prefix-doubled': slip(5, `${name} = 'sha256=sha256=' . base64_encode($mac);`),
  'prefix-other': slip(5, `${name} = 'sha256:' . base64_encode($mac);`),
});

export const php: Language = {
  id: 'php',
  name: 'PHP',
  challenge: {
    lines: [
      '<?php',
      "$key = getenv('CONSUMER_SECRET');",
      "$token = $_GET['crc_token'];",
      "$mac = hash_hmac('sha256', $token, $key, true);",
      "$value = 'sha256=' . base64_encode($mac);",
      "header('Content-Type: application/json');",
      "echo json_encode(['response_token' => $value]);",
    ],
    slips: {
      ...ofKey,
      ...ofDigest('$token'),
      ...ofWriting('$value'),
      'whole-url': slip(3, "$token = 'https://' . $_SERVER['HTTP_HOST'] . $_SERVER['REQUEST_URI'];"),
      'query-string': slip(3, "$token = $_SERVER['QUERY_STRING'];"),
      'token-absent': slip(3, "$token = $_GET['token'] ?? '';"),
      'token-decoded': slip(3, "$token = urldecode($_GET['crc_token']);"),
      'token-encoded': slip(3, "$token = rawurlencode($_GET['crc_token']);"),
      'token-white-space': slip(3, '$token = $_GET[\'crc_token\'] . "\\n";'),
      'token-quoted': slip(3, "$token = json_encode($_GET['crc_token']);"),
      'token-changed': slip(3, "$token = strtolower($_GET['crc_token']);"),
      'other-field': slip(7, "echo json_encode(['responseToken' => $value]);"),
      'object-in-field': slip(7, "echo json_encode(['response_token' => [$value]]);"),
      wrapped: slip(7, "echo json_encode(['data' => ['response_token' => $value]]);"),
      'in-array': slip(7, "echo json_encode([['response_token' => $value]]);"),
      stringified: slip(7, "echo json_encode(json_encode(['response_token' => $value]));"),
      'bare-string': slip(7, 'echo json_encode($value);'),
      'plain-text': slip(7, 'echo $value;'),
      form: slip(7, "echo http_build_query(['response_token' => $value]);"),
      html: slip(7, 'echo "<p>$value</p>";'),
    },
  },
  delivery: {
    lines: [
      '<?php',
      "$key = getenv('CONSUMER_SECRET');",
      "$body = file_get_contents('php://input');",
      "$mac = hash_hmac('sha256', $body, $key, true);",
      "$mine = 'sha256=' . base64_encode($mac);",
      "$came = $_SERVER['HTTP_SVC_WEBHOOKS_SIGNATURE'] ?? '';",
      'http_response_code(hash_equals($mine, $came) ? 200 : 401);',
    ],
    slips: {
      ...ofKey,
      ...ofDigest('$body'),
      ...ofWriting('$mine'),
      'body-written-again': slip(3, "$body = json_encode(json_decode(file_get_contents('php://input')));"),
      'body-absent': slip(3, "$body = $_POST['body'] ?? '';"),
      'body-white-space': slip(3, '$body = file_get_contents(\'php://input\') . "\\n";'),
      'body-quoted': slip(3, "$body = json_encode(file_get_contents('php://input'));"),
    },
  },
};
