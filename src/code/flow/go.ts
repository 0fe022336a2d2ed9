import { baseVariable } from '../call.ts';
import { linesOf } from '../lines.ts';
import type { ProgramLine, ProgramPart } from '../lines.ts';
import { go as text } from '../literals.ts';
import { clientSecret, consumerSecret, isByPin, isRenewed, words } from './flow.ts';
import type { AppOnlyFlow, FlowCode, OAuth1Flow, PkceFlow } from './flow.ts';

const imported = {
  oauth1:
    'bufio crypto/hmac crypto/rand crypto/sha1 encoding/base64 fmt io log net/http net/url os sort strings time',
  pkce: 'bufio crypto/rand crypto/sha256 encoding/base64 encoding/json fmt io log net/http net/url os strings',
  'app-only': 'encoding/json fmt io log net/http net/url os strings',
};

export const go = (flow: FlowCode): ProgramLine[] =>
  linesOf([
    `// Go 1.18 or newer, without packages: save it as sign-in.go, then run go run sign-in.go
package main

import (`,
    imported[flow.kind].split(' ').map((module) => `\t"${module}"`),
    `)

func env(name, otherwise string) string {
	value := os.Getenv(name)
	if value == "" {
		value = otherwise
	}
	if value == "" {
		log.Fatal("Set " + name + " in the environment")
	}
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

var base = env("${baseVariable}", ${text(flow.base)})`,
    flow.kind === 'oauth1' ? oauth1(flow) : flow.kind === 'pkce' ? pkce(flow) : appOnly(flow),
    '}',
  ]);

const encode = `
// RFC 3986
func encode(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}`;

const send = `
func send(request *http.Request, authorization string) string {
	if authorization != "" {
		request.Header.Set("Authorization", authorization)
	}
	response, err := http.DefaultClient.Do(request)
	check(err)
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	check(err)
	if response.StatusCode >= 400 {
		log.Fatal(response.Status, " ", string(answer))
	}
	return string(answer)
}`;

const ask = `
func ask(question string) string {
	fmt.Println(question)
	line, err := bufio.NewReader(os.Stdin).ReadString('\\n')
	check(err)
	return strings.TrimSpace(line)
}`;

const random = `
func random(bytes int) []byte {
	made := make([]byte, bytes)
	_, err := rand.Read(made)
	check(err)
	return made
}`;

const oauth1 = (flow: OAuth1Flow): ProgramPart => [
  `var key = ${text(flow.key)}
var secret = env("${consumerSecret}", "")
var callback = ${text(flow.callback)}`,
  encode,
  send,
  ask,
  random,
  String.raw`
// Signs a call (RFC 5849). Each parameter is there once, so they are sorted by their names
func signed(method, path string, more map[string]string, tokenSecret string) string {
	address := base + path
	oauth := map[string]string{
		"oauth_consumer_key":     key,
		"oauth_nonce":            fmt.Sprintf("%x", random(16)),
		"oauth_signature_method": "HMAC-SHA1",
		"oauth_timestamp":        fmt.Sprint(time.Now().Unix()),
		"oauth_version":          "1.0",
	}
	for name, value := range more {
		oauth[name] = value
	}
	var parameters []string
	for name, value := range oauth {
		parameters = append(parameters, encode(name)+"="+encode(value))
	}
	sort.Strings(parameters)
	baseString := method + "&" + encode(address) + "&" + encode(strings.Join(parameters, "&"))
	mac := hmac.New(sha1.New, []byte(encode(secret)+"&"+encode(tokenSecret)))
	mac.Write([]byte(baseString))
	oauth["oauth_signature"] = base64.StdEncoding.EncodeToString(mac.Sum(nil))
	var header []string
	for name, value := range oauth {
		header = append(header, name+"=\""+encode(value)+"\"")
	}
	request, err := http.NewRequest(method, address, nil)
	check(err)
	return send(request, "OAuth "+strings.Join(header, ", "))
}

func tokenIn(answer string) (string, string) {
	fields, err := url.ParseQuery(answer)
	check(err)
	return fields.Get("oauth_token"), fields.Get("oauth_token_secret")
}

func main() {
	// 1. A request token
	requestToken, requestSecret := tokenIn(signed("POST", "/oauth/request_token", map[string]string{"oauth_callback": callback}, ""))

	// 2. The user allows it in a browser
	fmt.Println(${text(words.open)})
	fmt.Println(base + ${text(flow.page)} + "?oauth_token=" + encode(requestToken))`,
  isByPin(flow)
    ? `	verifier := ask(${text(words.pin)})`
    : `	back, err := url.Parse(ask(${text(words.back)}))
	check(err)
	verifier := back.Query().Get("oauth_verifier")
	if verifier == "" {
		log.Fatal(${text(words.denied)})
	}`,
  `
	// 3. The access token
	proof := map[string]string{"oauth_token": requestToken, "oauth_verifier": verifier}
	token, tokenSecret := tokenIn(signed("POST", "/oauth/access_token", proof, requestSecret))
	fmt.Println(signed("GET", "/2/users/me", map[string]string{"oauth_token": token}, tokenSecret))`,
];

const post = (isProved: boolean): ProgramPart => [
  `
type tokens struct {
	AccessToken  string \`json:"access_token"\`
	RefreshToken string \`json:"refresh_token"\`
}

func post(path string, form url.Values) tokens {
	request, err := http.NewRequest("POST", base+path, strings.NewReader(form.Encode()))
	check(err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")`,
  isProved && '	request.SetBasicAuth(encode(id), encode(secret))',
  `	var got tokens
	check(json.Unmarshal([]byte(send(request, "")), &got))
	return got
}

func get(path, token string) string {
	request, err := http.NewRequest("GET", base+path, nil)
	check(err)
	return send(request, "Bearer "+token)
}
`,
];

const pkce = (flow: PkceFlow): ProgramPart => [
  `var id = ${text(flow.clientId)}`,
  flow.isConfidential && `var secret = env("${clientSecret}", "")`,
  `var callback = ${text(flow.callback)}`,
  flow.isConfidential && encode,
  send,
  ask,
  random,
  post(flow.isConfidential),
  `func main() {
	// 1. The user allows it in a browser. The verifier stays here, its hash goes along (RFC 7636)
	verifier := base64.RawURLEncoding.EncodeToString(random(32))
	state := base64.RawURLEncoding.EncodeToString(random(16))
	challenge := sha256.Sum256([]byte(verifier))
	query := url.Values{
		"response_type":         {"code"},
		"client_id":             {id},
		"redirect_uri":          {callback},
		"scope":                 {${text(flow.scopes)}},
		"state":                 {state},
		"code_challenge":        {base64.RawURLEncoding.EncodeToString(challenge[:])},
		"code_challenge_method": {"S256"},
	}
	fmt.Println(${text(words.open)})
	fmt.Println(base + "/oauth2/authorize?" + query.Encode())
	back, err := url.Parse(ask(${text(words.back)}))
	check(err)
	code := back.Query().Get("code")
	if code == "" {
		log.Fatal(${text(words.denied)})
	}
	if back.Query().Get("state") != state {
		log.Fatal(${text(words.state)})
	}

	// 2. The tokens
	got := post("/2/oauth2/token", url.Values{
		"grant_type":    {"authorization_code"},
		"code":          {code},
		"redirect_uri":  {callback},
		"code_verifier": {verifier},${flow.isConfidential ? '' : '\n		"client_id":     {id},'}
	})`,
  isRenewed(flow) &&
    `
	// 3. Later: new tokens for the refresh token, which works once
	got = post("/2/oauth2/token", url.Values{
		"grant_type":    {"refresh_token"},
		"refresh_token": {got.RefreshToken},${flow.isConfidential ? '' : '\n		"client_id":     {id},'}
	})`,
  `
	fmt.Println(get("/2/users/me", got.AccessToken))`,
];

const appOnly = (flow: AppOnlyFlow): ProgramPart => [
  `var id = ${text(flow.key)}
var secret = env("${consumerSecret}", "")`,
  encode,
  send,
  post(true),
  `func main() {
	token := post("/oauth2/token", url.Values{"grant_type": {"client_credentials"}}).AccessToken
	fmt.Println(get("/2/users/by/username/"+encode(${text(flow.username)}), token))`,
];
