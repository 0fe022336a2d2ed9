import { baseVariable } from '../call.ts';
import { linesOf } from '../lines.ts';
import type { ProgramLine, ProgramPart } from '../lines.ts';
import { java as text } from '../literals.ts';
import { clientSecret, consumerSecret, isByPin, isRenewed, words } from './flow.ts';
import type { AppOnlyFlow, FlowCode, OAuth1Flow, PkceFlow } from './flow.ts';

export const java = (flow: FlowCode): ProgramLine[] =>
  linesOf([
    `// Java 11 or newer, without packages: save it as SignIn.java, then run java SignIn.java
import java.net.*;
import java.net.http.*;
import java.nio.charset.StandardCharsets;`,
    flow.kind === 'pkce' && 'import java.security.*;',
    'import java.util.*;',
    flow.kind === 'oauth1'
      ? ['import javax.crypto.Mac;', 'import javax.crypto.spec.SecretKeySpec;']
      : 'import java.util.regex.Pattern;',
    `
public class SignIn {
    static final String BASE = System.getenv().getOrDefault("${baseVariable}", ${text(flow.base)});`,
    flow.kind === 'oauth1' ? oauth1(flow) : flow.kind === 'pkce' ? pkce(flow) : appOnly(flow),
    '    }',
    '}',
  ]);

const common = `
    static String env(String name) {
        return Objects.requireNonNull(System.getenv(name), "Set " + name + " in the environment");
    }
    static String encode(String text) { // RFC 3986
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
            .replace("+", "%20").replace("*", "%2A").replace("%7E", "~");
    }
    static String send(HttpRequest.Builder request) throws Exception {
        var response = HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 400) throw new Exception(response.statusCode() + " " + response.body());
        return response.body();
    }`;

const joined = `    static String joined(Map<String, String> pairs) {
        var parts = new ArrayList<String>();
        pairs.forEach((name, value) -> parts.add(encode(name) + "=" + encode(value)));
        return String.join("&", parts);
    }`;

const ask = `    static String ask(String question) {
        System.out.println(question);
        return new Scanner(System.in).nextLine().trim();
    }`;

const field = `    static String field(String pairs, String name) {
        for (var pair : pairs.split("&"))
            if (pair.startsWith(name + "=")) return URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8);
        return "";
    }`;

const oauth1 = (flow: OAuth1Flow): ProgramPart => [
  `    static final String KEY = ${text(flow.key)};
    static final String SECRET = env("${consumerSecret}");
    static final String CALLBACK = ${text(flow.callback)};`,
  common,
  joined,
  ask,
  field,
  String.raw`    // Signs a call (RFC 5849). Each parameter is there once, so they are sorted by their names
    static String signed(String method, String path, Map<String, String> more, String tokenSecret) throws Exception {
        var url = BASE + path;
        var oauth = new TreeMap<String, String>(more);
        oauth.put("oauth_consumer_key", KEY);
        oauth.put("oauth_nonce", UUID.randomUUID().toString());
        oauth.put("oauth_signature_method", "HMAC-SHA1");
        oauth.put("oauth_timestamp", Long.toString(System.currentTimeMillis() / 1000));
        oauth.put("oauth_version", "1.0");
        var baseString = method + "&" + encode(url) + "&" + encode(joined(oauth));
        var signingKey = encode(SECRET) + "&" + encode(tokenSecret);
        var mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec(signingKey.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
        var bytes = mac.doFinal(baseString.getBytes(StandardCharsets.UTF_8));
        oauth.put("oauth_signature", Base64.getEncoder().encodeToString(bytes));
        var header = new ArrayList<String>();
        oauth.forEach((name, value) -> header.add(name + "=\"" + encode(value) + "\""));
        return send(HttpRequest.newBuilder(URI.create(url))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .header("Authorization", "OAuth " + String.join(", ", header)));
    }

    public static void main(String[] args) throws Exception {
        // 1. A request token
        var request = signed("POST", "/oauth/request_token", Map.of("oauth_callback", CALLBACK), "");
        var requestToken = field(request, "oauth_token");

        // 2. The user allows it in a browser
        System.out.println(${text(words.open)});
        System.out.println(BASE + ${text(flow.page)} + "?oauth_token=" + encode(requestToken));`,
  isByPin(flow)
    ? `        var verifier = ask(${text(words.pin)});`
    : `        var back = String.valueOf(URI.create(ask(${text(words.back)})).getRawQuery());
        var verifier = field(back, "oauth_verifier");
        if (verifier.isEmpty()) throw new Exception(${text(words.denied)});`,
  `
        // 3. The access token
        var proof = Map.of("oauth_token", requestToken, "oauth_verifier", verifier);
        var access = signed("POST", "/oauth/access_token", proof, field(request, "oauth_token_secret"));
        var token = Map.of("oauth_token", field(access, "oauth_token"));
        System.out.println(signed("GET", "/2/users/me", token, field(access, "oauth_token_secret")));`,
];

const post = (isProved: boolean): ProgramPart => [
  `    static String post(String path, Map<String, String> form) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(BASE + path))
            .POST(HttpRequest.BodyPublishers.ofString(joined(form)))
            .header("Content-Type", "application/x-www-form-urlencoded");`,
  isProved && [
    '        var credentials = encode(ID) + ":" + encode(SECRET);',
    '        request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes()));',
  ],
  String.raw`        return send(request);
    }
    static String get(String path, String token) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(BASE + path)).header("Authorization", "Bearer " + token));
    }
    // Java comes without a reader of JSON
    static String member(String json, String name) throws Exception {
        var found = Pattern.compile("\"" + name + "\"\\s*:\\s*\"([^\"]*)\"").matcher(json);
        if (!found.find()) throw new Exception("There is no " + name + " in " + json);
        return found.group(1);
    }
`,
];

const pkce = (flow: PkceFlow): ProgramPart => [
  `    static final String ID = ${text(flow.clientId)};`,
  flow.isConfidential && `    static final String SECRET = env("${clientSecret}");`,
  `    static final String CALLBACK = ${text(flow.callback)};`,
  common,
  joined,
  ask,
  field,
  post(flow.isConfidential),
  `    static String base64url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
    static String random(int size) {
        var bytes = new byte[size];
        new SecureRandom().nextBytes(bytes);
        return base64url(bytes);
    }

    public static void main(String[] args) throws Exception {
        // 1. The user allows it in a browser. The verifier stays here, its hash goes along (RFC 7636)
        var verifier = random(32);
        var state = random(16);
        var hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes());
        var query = Map.of(
            "response_type", "code",
            "client_id", ID,
            "redirect_uri", CALLBACK,
            "scope", ${text(flow.scopes)},
            "state", state,
            "code_challenge", base64url(hash),
            "code_challenge_method", "S256");
        System.out.println(${text(words.open)});
        System.out.println(BASE + "/oauth2/authorize?" + joined(query));
        var back = String.valueOf(URI.create(ask(${text(words.back)})).getRawQuery());
        var code = field(back, "code");
        if (code.isEmpty()) throw new Exception(${text(words.denied)});
        if (!field(back, "state").equals(state)) throw new Exception(${text(words.state)});

        // 2. The tokens
        var tokens = post("/2/oauth2/token", Map.of(
            "grant_type", "authorization_code",
            "code", code,
            "redirect_uri", CALLBACK,
            "code_verifier", verifier${flow.isConfidential ? '' : ',\n            "client_id", ID'}));`,
  isRenewed(flow) &&
    `
        // 3. Later: new tokens for the refresh token, which works once
        tokens = post("/2/oauth2/token", Map.of(
            "grant_type", "refresh_token",
            "refresh_token", member(tokens, "refresh_token")${flow.isConfidential ? '' : ',\n            "client_id", ID'}));`,
  `
        System.out.println(get("/2/users/me", member(tokens, "access_token")));`,
];

const appOnly = (flow: AppOnlyFlow): ProgramPart => [
  `    static final String ID = ${text(flow.key)};
    static final String SECRET = env("${consumerSecret}");`,
  common,
  joined,
  post(true),
  `    public static void main(String[] args) throws Exception {
        var token = member(post("/oauth2/token", Map.of("grant_type", "client_credentials")), "access_token");
        System.out.println(get("/2/users/by/username/" + encode(${text(flow.username)}), token));`,
];
