import { baseVariable } from '../call.ts';
import { linesOf } from '../lines.ts';
import type { ProgramLine, ProgramPart } from '../lines.ts';
import { csharp as text } from '../literals.ts';
import { clientSecret, consumerSecret, isByPin, isRenewed, words } from './flow.ts';
import type { AppOnlyFlow, FlowCode, OAuth1Flow, PkceFlow } from './flow.ts';

export const csharp = (flow: FlowCode): ProgramLine[] =>
  linesOf([
    `// .NET 6 or newer, or Mono 6, without packages: the Program.cs of a console project, then dotnet run
using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;`,
    flow.kind !== 'app-only' && 'using System.Security.Cryptography;',
    'using System.Text;',
    flow.kind !== 'oauth1' && 'using System.Text.RegularExpressions;',
    `using System.Threading.Tasks;

class SignIn
{
    static readonly string Base = Environment.GetEnvironmentVariable("${baseVariable}") ?? ${text(flow.base)};`,
    flow.kind === 'oauth1' ? oauth1(flow) : flow.kind === 'pkce' ? pkce(flow) : appOnly(flow),
    '    }',
    '}',
  ]);

const common = `    const string Unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

    static string Env(string name) =>
        Environment.GetEnvironmentVariable(name) ?? throw new Exception("Set " + name + " in the environment");

    static string Encode(string text) => string.Concat( // RFC 3986
        Encoding.UTF8.GetBytes(text).Select(b => Unreserved.IndexOf((char)b) < 0 ? "%" + b.ToString("X2") : ((char)b).ToString()));

    static async Task<string> Send(HttpRequestMessage request, string authorization)
    {
        if (authorization != "") request.Headers.TryAddWithoutValidation("Authorization", authorization);
        var response = await new HttpClient().SendAsync(request);
        var answer = await response.Content.ReadAsStringAsync();
        if (!response.IsSuccessStatusCode) throw new Exception((int)response.StatusCode + " " + answer);
        return answer;
    }
`;

const joined = `    static string Joined(IEnumerable<KeyValuePair<string, string>> pairs) =>
        string.Join("&", pairs.Select(pair => Encode(pair.Key) + "=" + Encode(pair.Value)));
`;

const ask = `    static string Ask(string question)
    {
        Console.WriteLine(question);
        return (Console.ReadLine() ?? "").Trim();
    }
`;

const field = `    static string Field(string pairs, string name) => pairs.TrimStart('?').Split('&')
        .Where(pair => pair.StartsWith(name + "="))
        .Select(pair => Uri.UnescapeDataString(pair.Substring(name.Length + 1).Replace("+", " ")))
        .FirstOrDefault() ?? "";
`;

const oauth1 = (flow: OAuth1Flow): ProgramPart => [
  `    static readonly string Key = ${text(flow.key)};
    static readonly string Secret = Env("${consumerSecret}");
    static readonly string Callback = ${text(flow.callback)};`,
  common,
  joined,
  ask,
  field,
  String.raw`    // Signs a call (RFC 5849). Each parameter is there once, so they are sorted by their names
    static async Task<string> Signed(string method, string path, Dictionary<string, string> more, string tokenSecret)
    {
        var url = Base + path;
        var oauth = new Dictionary<string, string>(more)
        {
            { "oauth_consumer_key", Key },
            { "oauth_nonce", Guid.NewGuid().ToString("N") },
            { "oauth_signature_method", "HMAC-SHA1" },
            { "oauth_timestamp", DateTimeOffset.UtcNow.ToUnixTimeSeconds().ToString() },
            { "oauth_version", "1.0" },
        };
        var parameters = Joined(oauth.OrderBy(pair => pair.Key, StringComparer.Ordinal));
        var baseString = method + "&" + Encode(url) + "&" + Encode(parameters);
        var hmac = new HMACSHA1(Encoding.UTF8.GetBytes(Encode(Secret) + "&" + Encode(tokenSecret)));
        oauth["oauth_signature"] = Convert.ToBase64String(hmac.ComputeHash(Encoding.UTF8.GetBytes(baseString)));
        var header = string.Join(", ", oauth.Select(pair => pair.Key + "=\"" + Encode(pair.Value) + "\""));
        return await Send(new HttpRequestMessage(new HttpMethod(method), url), "OAuth " + header);
    }

    static async Task Main()
    {
        // 1. A request token
        var callback = new Dictionary<string, string> { { "oauth_callback", Callback } };
        var request = await Signed("POST", "/oauth/request_token", callback, "");
        var requestToken = Field(request, "oauth_token");

        // 2. The user allows it in a browser
        Console.WriteLine(${text(words.open)});
        Console.WriteLine(Base + ${text(flow.page)} + "?oauth_token=" + Encode(requestToken));`,
  isByPin(flow)
    ? `        var verifier = Ask(${text(words.pin)});`
    : `        var verifier = Field(new Uri(Ask(${text(words.back)})).Query, "oauth_verifier");
        if (verifier == "") throw new Exception(${text(words.denied)});`,
  `
        // 3. The access token
        var proof = new Dictionary<string, string> { { "oauth_token", requestToken }, { "oauth_verifier", verifier } };
        var access = await Signed("POST", "/oauth/access_token", proof, Field(request, "oauth_token_secret"));
        var token = new Dictionary<string, string> { { "oauth_token", Field(access, "oauth_token") } };
        Console.WriteLine(await Signed("GET", "/2/users/me", token, Field(access, "oauth_token_secret")));`,
];

const post = (isProved: boolean): ProgramPart => [
  `    static Task<string> Post(string path, Dictionary<string, string> form)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, Base + path);
        request.Content = new StringContent(Joined(form), Encoding.UTF8, "application/x-www-form-urlencoded");`,
  isProved
    ? `        var credentials = Encoding.UTF8.GetBytes(Encode(Id) + ":" + Encode(Secret));
        return Send(request, "Basic " + Convert.ToBase64String(credentials));`
    : '        return Send(request, "");',
  String.raw`    }

    static Task<string> Get(string path, string token) =>
        Send(new HttpRequestMessage(HttpMethod.Get, Base + path), "Bearer " + token);

    // Mono comes without a reader of JSON
    static string Member(string json, string name)
    {
        var found = Regex.Match(json, "\"" + name + "\"\\s*:\\s*\"([^\"]*)\"");
        return found.Success ? found.Groups[1].Value : throw new Exception("There is no " + name + " in " + json);
    }
`,
];

const pkce = (flow: PkceFlow): ProgramPart => [
  `    static readonly string Id = ${text(flow.clientId)};`,
  flow.isConfidential && `    static readonly string Secret = Env("${clientSecret}");`,
  `    static readonly string Callback = ${text(flow.callback)};`,
  common,
  joined,
  ask,
  field,
  post(flow.isConfidential),
  `    static string Base64Url(byte[] bytes) =>
        Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');

    static string Random(int size)
    {
        var bytes = new byte[size];
        RandomNumberGenerator.Create().GetBytes(bytes);
        return Base64Url(bytes);
    }

    static async Task Main()
    {
        // 1. The user allows it in a browser. The verifier stays here, its hash goes along (RFC 7636)
        var verifier = Random(32);
        var state = Random(16);
        var query = new Dictionary<string, string>
        {
            { "response_type", "code" },
            { "client_id", Id },
            { "redirect_uri", Callback },
            { "scope", ${text(flow.scopes)} },
            { "state", state },
            { "code_challenge", Base64Url(SHA256.Create().ComputeHash(Encoding.UTF8.GetBytes(verifier))) },
            { "code_challenge_method", "S256" },
        };
        Console.WriteLine(${text(words.open)});
        Console.WriteLine(Base + "/oauth2/authorize?" + Joined(query));
        var back = new Uri(Ask(${text(words.back)})).Query;
        var code = Field(back, "code");
        if (code == "") throw new Exception(${text(words.denied)});
        if (Field(back, "state") != state) throw new Exception(${text(words.state)});

        // 2. The tokens
        var tokens = await Post("/2/oauth2/token", new Dictionary<string, string>
        {
            { "grant_type", "authorization_code" },
            { "code", code },
            { "redirect_uri", Callback },
            { "code_verifier", verifier },${flow.isConfidential ? '' : '\n            { "client_id", Id },'}
        });`,
  isRenewed(flow) &&
    `
        // 3. Later: new tokens for the refresh token, which works once
        tokens = await Post("/2/oauth2/token", new Dictionary<string, string>
        {
            { "grant_type", "refresh_token" },
            { "refresh_token", Member(tokens, "refresh_token") },${flow.isConfidential ? '' : '\n            { "client_id", Id },'}
        });`,
  `
        Console.WriteLine(await Get("/2/users/me", Member(tokens, "access_token")));`,
];

const appOnly = (flow: AppOnlyFlow): ProgramPart => [
  `    static readonly string Id = ${text(flow.key)};
    static readonly string Secret = Env("${consumerSecret}");`,
  common,
  joined,
  post(true),
  `    static async Task Main()
    {
        var form = new Dictionary<string, string> { { "grant_type", "client_credentials" } };
        var token = Member(await Post("/oauth2/token", form), "access_token");
        Console.WriteLine(await Get("/2/users/by/username/" + Encode(${text(flow.username)}), token));`,
];
