import { baseVariable } from '../call.ts';
import { linesOf } from '../lines.ts';
import type { ProgramLine, ProgramPart } from '../lines.ts';
import { ruby as text } from '../literals.ts';
import { clientSecret, consumerSecret, isByPin, isRenewed, words } from './flow.ts';
import type { AppOnlyFlow, FlowCode, OAuth1Flow, PkceFlow } from './flow.ts';

export const ruby = (flow: FlowCode): ProgramLine[] =>
  linesOf([
    '# Ruby 2.7 or newer, without gems: save it as sign-in.rb, then run ruby sign-in.rb',
    flow.kind !== 'oauth1' && "require 'json'",
    "require 'net/http'",
    flow.kind !== 'app-only' && ["require 'openssl'", "require 'securerandom'"],
    '',
    'module SignIn',
    `  BASE = ENV.fetch('${baseVariable}', ${text(flow.base)})`,
    flow.kind === 'oauth1' ? oauth1(flow) : flow.kind === 'pkce' ? pkce(flow) : appOnly(flow),
    '  end',
    'end',
    '',
    'SignIn.run',
  ]);

const common = `
  def self.encode(text) # RFC 3986
    text.b.gsub(/[^A-Za-z0-9._~-]/n) { |c| format('%%%02X', c.ord) }
  end

  def self.send_to(uri, request)
    response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }
    abort "#{response.code} #{response.body}" unless response.is_a?(Net::HTTPSuccess)
    response.body
  end
`;

const ask = `  def self.ask(question)
    puts question
    $stdout.flush
    $stdin.gets.to_s.strip
  end
`;

const oauth1 = (flow: OAuth1Flow): ProgramPart => [
  `  KEY = ${text(flow.key)}
  SECRET = ENV.fetch('${consumerSecret}')
  CALLBACK = ${text(flow.callback)}`,
  common,
  ask,
  String.raw`  # Signs a call (RFC 5849). Each parameter is there once, so they are sorted by their names
  def self.signed(method, path, more = {}, token_secret = '')
    url = BASE + path
    oauth = {
      'oauth_consumer_key' => KEY,
      'oauth_nonce' => SecureRandom.hex(16),
      'oauth_signature_method' => 'HMAC-SHA1',
      'oauth_timestamp' => Time.now.to_i.to_s,
      'oauth_version' => '1.0',
      **more
    }
    parameters = oauth.map { |name, value| encode(name) + '=' + encode(value) }.sort.join('&')
    base_string = [method, url, parameters].map { |part| encode(part) }.join('&')
    signing_key = encode(SECRET) + '&' + encode(token_secret)
    oauth['oauth_signature'] = [OpenSSL::HMAC.digest('SHA1', signing_key, base_string)].pack('m0')
    uri = URI(url)
    request = Net::HTTPGenericRequest.new(method, false, true, uri)
    request['Authorization'] = 'OAuth ' + oauth.map { |name, value| "#{name}=\"#{encode(value)}\"" }.join(', ')
    send_to(uri, request)
  end

  def self.token_in(answer)
    URI.decode_www_form(answer).to_h.values_at('oauth_token', 'oauth_token_secret')
  end

  def self.run
    # 1. A request token
    request_token, request_secret = token_in(signed('POST', '/oauth/request_token', { 'oauth_callback' => CALLBACK }))

    # 2. The user allows it in a browser
    puts ${text(words.open)}
    puts BASE + ${text(flow.page)} + '?oauth_token=' + encode(request_token)`,
  isByPin(flow)
    ? `    verifier = ask(${text(words.pin)})`
    : `    back = URI.decode_www_form(URI(ask(${text(words.back)})).query.to_s).to_h
    verifier = back['oauth_verifier'] || abort(${text(words.denied)})`,
  `
    # 3. The access token
    proof = { 'oauth_token' => request_token, 'oauth_verifier' => verifier }
    token, token_secret = token_in(signed('POST', '/oauth/access_token', proof, request_secret))
    puts signed('GET', '/2/users/me', { 'oauth_token' => token }, token_secret)`,
];

const post = (isProved: boolean): ProgramPart => [
  `  def self.post(path, form)
    uri = URI(BASE + path)
    request = Net::HTTP::Post.new(uri)`,
  isProved && '    request.basic_auth(encode(ID), encode(SECRET))',
  `    request.set_form_data(form)
    JSON.parse(send_to(uri, request))
  end

  def self.get(path, token)
    uri = URI(BASE + path)
    send_to(uri, Net::HTTP::Get.new(uri, { 'Authorization' => 'Bearer ' + token }))
  end
`,
];

const pkce = (flow: PkceFlow): ProgramPart => [
  `  ID = ${text(flow.clientId)}`,
  flow.isConfidential && `  SECRET = ENV.fetch('${clientSecret}')`,
  `  CALLBACK = ${text(flow.callback)}`,
  common,
  ask,
  post(flow.isConfidential),
  `  def self.run
    # 1. The user allows it in a browser. The verifier stays here, its hash goes along (RFC 7636)
    verifier = SecureRandom.urlsafe_base64(32)
    state = SecureRandom.urlsafe_base64(16)
    query = {
      'response_type' => 'code',
      'client_id' => ID,
      'redirect_uri' => CALLBACK,
      'scope' => ${text(flow.scopes)},
      'state' => state,
      'code_challenge' => [OpenSSL::Digest::SHA256.digest(verifier)].pack('m0').tr('+/', '-_').delete('='),
      'code_challenge_method' => 'S256'
    }
    puts ${text(words.open)}
    puts BASE + '/oauth2/authorize?' + query.map { |name, value| name + '=' + encode(value) }.join('&')
    back = URI.decode_www_form(URI(ask(${text(words.back)})).query.to_s).to_h
    code = back['code'] || abort(${text(words.denied)})
    abort ${text(words.state)} if back['state'] != state

    # 2. The tokens
    tokens = post(
      '/2/oauth2/token',
      'grant_type' => 'authorization_code',
      'code' => code,
      'redirect_uri' => CALLBACK,
      'code_verifier' => verifier${flow.isConfidential ? '' : ",\n      'client_id' => ID"}
    )`,
  isRenewed(flow) &&
    `
    # 3. Later: new tokens for the refresh token, which works once
    tokens = post(
      '/2/oauth2/token',
      'grant_type' => 'refresh_token',
      'refresh_token' => tokens['refresh_token']${flow.isConfidential ? '' : ",\n      'client_id' => ID"}
    )`,
  `
    puts get('/2/users/me', tokens['access_token'])`,
];

const appOnly = (flow: AppOnlyFlow): ProgramPart => [
  `  ID = ${text(flow.key)}
  SECRET = ENV.fetch('${consumerSecret}')`,
  common,
  post(true),
  `  def self.run
    token = post('/oauth2/token', 'grant_type' => 'client_credentials')['access_token']
    puts get('/2/users/by/username/' + encode(${text(flow.username)}), token)`,
];
