/**
 * The register of choices: what the platform does where the specification is silent. The ids are those of choices.md;
 * those marked `own` are additional ones, for things that neither document covers.
 */
export interface Choice {
  readonly id: string;
  /** Section of the specification that is silent. */
  readonly section: string;
  readonly choice: string;
  readonly why: string;
}

/** Keeps the ids as types, but not the texts. */
const register = <const Id extends string>(entries: readonly (Choice & { readonly id: Id })[]) => entries;

const registered = register([
  {
    id: 'hosts',
    section: '4',
    choice:
      '{base_url} is https://api.svc.example and {ads_base_url} is https://ads-api.svc.example; both are options of the engine, so that a conformance test can put another base in front.',
    why: 'The specification leaves both addresses open; .example is reserved, so nothing real can be addressed.',
  },
  {
    id: 'transport',
    section: '4',
    choice:
      'A call whose scheme is not that of the configured base is refused on OAuth endpoints and on pages, and on every endpoint when it carries credentials: 403, code 92. Cookies are Secure when the base is https. Addresses in pages keep the whole base, its path included.',
    why: 'The specification requires HTTPS for every authorization step but names no answer; RFC 6750 5.3 asks for TLS wherever a token travels.',
  },
  {
    id: 'methods',
    section: '4',
    choice:
      'A known path with another method is 405 with Allow and code 86; HEAD answers as GET without a body; OPTIONS is 204 with Allow, and has the CORS headers in the fetch adapter, where a preflight for an unknown path is answered too, so that a page can see the 404; one trailing slash is ignored; there is no method override.',
    why: 'Usual HTTP behaviour that clients rely on.',
  },
  {
    id: 'sizes',
    section: '4',
    choice:
      'A URL over 8 KB is 414, a body over 8 MB is 413, a body of the wrong content type or with any Content-Encoding is 415, all with code 25. White space and parameters in a content type are as RFC 9110 has them.',
    why: 'Every server has such bounds; none are listed.',
  },
  {
    id: 'date',
    section: '4',
    choice: 'Every response has date, by the platform’s clock.',
    why: 'RFC 9110 6.6.1 asks for it; by another clock than the one that limits and signatures follow it would mislead.',
  },
  {
    id: 'octets',
    section: '4.1',
    choice:
      'What is percent-encoded is octets: a signature covers them as they were sent; a parameter whose octets are not UTF-8 is then refused with 400, never replaced by another character.',
    why: 'RFC 5849 3.6 encodes octets; were they replaced, a signature for one value would be good for another.',
  },
  {
    id: 'html-pages',
    section: '4.1',
    choice:
      'Pages answer in HTML also when they are refused: a repeated parameter, 414, 429. They carry x-frame-options: DENY, a content-security-policy with frame-ancestors none, referrer-policy: no-referrer and cache-control: no-store.',
    why: 'People read them; and a consent page in a frame would be clicked by who does not see it (RFC 6749 10.13).',
  },
  {
    id: 'clock-range',
    section: '8.1',
    choice:
      'The platform’s clock never runs back and ends with 2079; freezing it or going on to a moment outside of that is a RangeError.',
    why: 'Time that runs back would open windows again and take a signature twice; from 2086 ids would have 20 digits.',
  },
  {
    id: 'error-body',
    section: '2.4',
    choice:
      'Every JSON error has errors; answers of /2/ endpoints carry title, detail, type and status in the same object.',
    why: 'Section 2.4 fixes errors alone; clients of v2 APIs also read problem fields.',
  },
  {
    id: 'codes',
    section: '2.4',
    choice: 'The codes that the platform emits are a closed table.',
    why: 'A reader can look every code up.',
  },
  {
    id: 'v2-400',
    section: '2.4',
    choice:
      'An invalid request is title "Invalid Request" with an entry for each parameter that is wrong; an unknown query parameter is refused too.',
    why: 'An error that names the parameter and what is allowed can be acted on.',
  },
  {
    id: 'v2-401',
    section: '7',
    choice:
      '401 carries WWW-Authenticate with the scheme that was used, and code 89 for an invalid, expired or revoked token, 32 for a bad signature, 135 for a timestamp out of bounds; missing or malformed authentication is 400 with code 215.',
    why: 'RFC 6750 and RFC 5849 ask for the challenge; the split of codes is what clients of such platforms expect.',
  },
  {
    id: 'v2-403',
    section: '7',
    choice:
      'Refusals of permission say which: client-not-enrolled, a plan without the endpoint, a kind of token that does not fit, a permission level that is too low.',
    why: 'The specification names the rules but not their answers.',
  },
  {
    id: 'v2-404',
    section: '7',
    choice:
      'An unknown route is 404 with code 34; an id that does not exist is a partial error in multi lookups and 404 in single ones, code 144.',
    why: 'Partial errors keep the hits of a lookup usable.',
  },
  {
    id: 'v2-429',
    section: '7',
    choice: 'A 429 has title and detail "Too Many Requests" beside errors[0]; there is no Retry-After.',
    why: 'Section 7 fixes the code and the message; the reset header says when.',
  },
  {
    id: 'suspended',
    section: '2.5',
    choice: 'Calls of a suspended App are 401 with code 416.',
    why: 'The specification has the tag but not its effect.',
  },
  {
    id: 'o1-collect',
    section: '4.1',
    choice:
      'The signature covers header, query and form-body parameters but realm and oauth_signature. An oauth_ parameter that stands identically in two places may be counted once or wherever it stands: either signature is accepted, and the X-ray says which. With different values in two places, or twice in one, it is refused: 400, code 215. oauth_callback and oauth_verifier are taken from header, query or form body; a missing oauth_callback is 403 with code 415; one sent to authorize is ignored. JSON bodies are not signed.',
    why: 'RFC 5849 3.4.1.3 counts twice; many clients send oauth_token in header and query, as section 4.1 itself does, and sign it once. RFC 5849 3.1 allows a parameter once in a request.',
  },
  {
    id: 'o1-transport',
    section: '4.1',
    choice:
      'Credentials are taken from the Authorization header alone; a call that carries oauth_signature in its query or form body is 400 with code 215 and a message that says so.',
    why: 'Section 4.1 shows the header; RFC 5849 3.5.2 and 3.5.3 leave the other two places to the server.',
  },
  {
    id: 'o1-method',
    section: '4.1',
    choice: 'HMAC-SHA1 only; oauth_version is 1.0 or absent.',
    why: 'Those are the values that section 4.1 lists; RFC 5849 makes the version optional.',
  },
  {
    id: 'o1-clock',
    section: '4.1',
    choice:
      "A timestamp lies within 300 s of the platform's clock, else 401 with code 135; a nonce is used once per timestamp, client and token and is printable ASCII, else 401 with code 32. Used nonces are kept for the window of the timestamp.",
    why: 'RFC 5849 3.3 leaves the tolerance to the server.',
  },
  {
    id: 'o1-formats',
    section: '2.2',
    choice:
      'Request tokens are 27 characters, access tokens <user_id>- and 40 alphanumerics, secrets 45 characters, API keys 25, API secrets 50, verifiers 32, PINs 7 digits.',
    why: 'Lengths that clients and their secret scanners know.',
  },
  {
    id: 'o1-request-token',
    section: '4.1',
    choice:
      'A request token lives 15 minutes and is used once: once allowed or denied its pages are those of a dead token, for everybody; denying needs a signed-in user, as allowing does. Regenerating the API key and secret ends request tokens that are out. The answer is form-encoded.',
    why: 'The specification names neither a lifetime nor how often it can be exchanged; a short life and a single use are what keeps a leaked one harmless.',
  },
  {
    id: 'o1-callback-check',
    section: '7',
    choice:
      'A callback that is not in the allowlist is 403 with code 415 in OAuth 1.0a; it is checked again when the user allows or denies, and an address that was taken off the list meanwhile gets an error page, never a redirect. An http or https URL in the allowlist is one that a browser can open: a valid host, a port up to 65535. The 400 of section 7 belongs to the OAuth 2.0 authorize endpoint.',
    why: 'Section 7 lists two outcomes and leaves open which flow the second belongs to.',
  },
  {
    id: 'o1-pages',
    section: '4.1',
    choice:
      'authorize and authenticate answer with HTML: a login form when nobody is signed in or force_login is true, then a consent page. Allow redirects with oauth_token and oauth_verifier, keeping a query that the callback has, or shows the PIN; Deny redirects with denied alone. authorize always asks; authenticate skips the question for a user who approved before, with the setting Sign in with the service. authenticate refuses an oob token. A dead request token is an error page with 401.',
    why: 'The specification tells what the step is for, not what it shows.',
  },
  {
    id: 'o1-access-token',
    section: '4.1',
    choice:
      'A wrong or missing verifier is 401 with code 32, a dead, used or foreign request token 401 with code 89. After five wrong verifiers the request token dies.',
    why: 'The verifier is strictly enforced, but its failures are not shown; a PIN of 7 digits must not be guessed.',
  },
  {
    id: 'approvals',
    section: '4.1',
    choice:
      'What a user allowed an App ends with the last token that it gave: after invalidation, revocation or regeneration authenticate asks again. GET /settings/connected_apps, a page for a signed-in user, lists the Apps with their level, since when, and a button that takes the access back: tokens of both kinds, and what would lead to one. It has 300 calls in 15 minutes a user.',
    why: 'The consent page says that access can be taken back; an approval that outlived its tokens would give new ones unasked.',
  },
  {
    id: 'o1-reissue',
    section: '4.1',
    choice:
      'Approving the same App again gives the same access token while it lives and its level is the same; after invalidation another.',
    why: 'Section 3 says that a new creation attempt after invalidation yields a different token, which means that before it the same one comes.',
  },
  {
    id: 'o1-disabled',
    section: '5',
    choice:
      'An App whose settings exclude OAuth 1.0a is refused with 403 and code 220, for 3-legged calls and user tokens. Excluding OAuth 2.0 closes authorize, token and refresh with unauthorized_client, and its user tokens. App-only bearer is never affected.',
    why: 'Rule 1 lets the owner select; the answer is not shown.',
  },
  {
    id: 'access-level',
    section: '4.6',
    choice:
      "svc-access-level is the token's own level for OAuth 1.0a, read for app-only bearer, and for OAuth 2.0 user tokens what the scopes amount to: dm.write is read-write-directmessages, any other write read-write, else read.",
    why: 'Section 4.6 asks for the level in use on every authenticated answer.',
  },
  {
    id: 'o1-access-type',
    section: '4.1',
    choice:
      "svc_auth_access_type read gives read and write gives read-write in place of the App's level, which caps it. The level is frozen in the token: a changed permission of the App needs a new authorisation.",
    why: "A later change of the App's permission must not widen what a user agreed to.",
  },
  {
    id: 'regenerate',
    section: '2.5',
    choice:
      "A new API secret takes effect at once; a regenerated or revoked API key and secret also end the App's bearer token, its users' OAuth 1.0a tokens and its request tokens. OAuth 2.0 user tokens hang on the client id and end with the client secret's regeneration or revocation. Regenerating a user token or the bearer token ends the old one.",
    why: 'The specification says that keys can be regenerated or revoked, not what goes with them.',
  },
  {
    id: 'plan-change',
    section: '8',
    choice:
      'A plan can be changed at any time: limits change at once, windows under way keep their start; what exceeds a lower plan is not deleted and cannot be created again, and webhooks beyond it become invalid, newest first.',
    why: 'Switching plans is how limits are compared.',
  },
  {
    id: 'o2-app-only',
    section: '4.2',
    choice:
      "Bad credentials are 403 with code 99, a missing or wrong grant_type 403 with code 170; the Basic halves are percent-decoded; the bearer token is given and used in its percent-encoded form, and invalidated as given or decoded once. Invalidating another App's token is code 348, without the owner's token 403 with code 220.",
    why: 'Section 4.2 shows the success alone.',
  },
  {
    id: 'o2-too-often',
    section: '4.2',
    choice: 'More than 25 calls of oauth2/token in 15 minutes are 403 with code 99, not 429.',
    why: 'Section 7 lists the code but no number.',
  },
  {
    id: 'o2-user-window',
    section: '8.1',
    choice:
      'An OAuth 2.0 user token counts as U; a refreshed token goes on in the windows of the one before.',
    why: 'Own: a limit that a refresh resets would be none.',
  },
  {
    id: 'pkce-paths',
    section: '4.2',
    choice:
      'authorize is /oauth2/authorize, and /2/oauth2/authorize answers too; the token and revoke endpoints of user tokens stand at /2/oauth2/token and /2/oauth2/revoke.',
    why: '4.2 keeps POST /oauth2/token for client_credentials alone, and the other paths are not shown.',
  },
  {
    id: 'pkce-authorize',
    section: '5',
    choice:
      'response_type=code, client_id, an exact redirect_uri, scope, state of at most 500 characters, code_challenge and code_challenge_method (S256 or plain, in any letter case) are required. Approval redirects with state and code, denial with error=access_denied and state. An unknown client or redirect is an error page with 400.',
    why: 'Section 5 names redirect_uri and state alone; the rest is RFC 7636 and RFC 6749.',
  },
  {
    id: 'pkce-token',
    section: '5',
    choice:
      'POST /2/oauth2/token with a form body; here and at revoke a JSON object of strings is taken too, with a line in the X-ray. Confidential clients use Basic, public ones client_id; a secret in the body and a public client’s Basic with an empty password are taken too, with a line in the X-ray; more than one way in a call is invalid_request. Here, at revoke and at oauth2/token a repeated parameter is invalid_request, an empty one counts as absent, an unknown one is ignored; every failure has error; nothing is cached. A code_verifier has 43 to 256 characters; more than 128 get a line in the X-ray. A code lives 30 s and works once; using it twice revokes what it gave, for as long as that lives. Access tokens live 7200 s. A refresh token comes with offline.access, works once, rotates and lives six months; reuse of an old one revokes the family.',
    why: 'Parameters of the token endpoint are not shown: RFC 6749 2.3, 3.2, 5.1 and 5.2, RFC 7636 4.1, and what client libraries send: some post JSON, some make verifiers of 171 characters.',
  },
  {
    id: 'pkce-revoke',
    section: '5',
    choice:
      'POST /2/oauth2/revoke with token answers {"revoked": true}, also for a token that is not known; another client’s token is refused with 400 and unauthorized_client, and lives on. A bearer token and a token of OAuth 1.0a are refused with 400 and unsupported_token_type, and live on.',
    why: 'RFC 7009 2.1, 2.2 and 2.2.1; the specification shows no revocation of user tokens.',
  },
  {
    id: 'pkce-errors',
    section: '7',
    choice:
      '{error, error_description} of RFC 6749 5.2 beside the errors array: invalid_request, invalid_client, invalid_grant, unauthorized_client, unsupported_grant_type, invalid_scope.',
    why: 'Section 2.4 asks for errors; OAuth 2.0 clients read error.',
  },
  {
    id: 'o2-error-words',
    section: '7',
    choice:
      'At token endpoints error is temporarily_unavailable where calls are too many and server_error for a fault of the platform; any other failure that RFC 6749 5.2 has no word for is invalid_request.',
    why: 'Own: every failure has error, and those two words are those of RFC 6749 4.1.2.1 for what may be tried again.',
  },
  {
    id: 'scopes',
    section: '5',
    choice:
      'The scopes of OAuth 2.0 user tokens and which endpoint needs which; v1.1 endpoints refuse OAuth 2.0 user tokens.',
    why: 'Section 5 says that names of scopes are not shown.',
  },
  {
    id: 'window',
    section: '8.1',
    choice:
      'Windows are fixed, from the first counted request, per endpoint and principal. A call consumes once it is authenticated and within its limits, whatever its status then: 400, 404 and 5xx consume. A 401 or a 429 consumes nothing, no matter who gives it: the limiter, the monthly cap, or a stream that has too many connections. What is refused before counting (403 for the kind of token, plan, level, scope or setting) consumes nothing; any other refusal that only the handler can know consumes. A HEAD consumes a request as its GET does, and no posts of the monthly cap. Reset is rounded up to the next second.',
    why: 'The specification gives lengths but neither the start nor what counts.',
  },
  {
    id: 'cells',
    section: '8.3',
    choice:
      "Cells are Pro, Basic, Free; a row with fewer belongs to the highest plans first; a plan without a cell is refused with 403 and code 453. Enterprise has Pro's limits.",
    why: 'Plan assignment of short rows is not shown.',
  },
  {
    id: 'app-cell-on-user-endpoint',
    section: '8.3',
    choice:
      'An endpoint that only acts for a user and has an A value refuses bearer tokens; A is a ceiling over all users of the App. A cell with only U refuses bearer tokens, one with only A user tokens.',
    why: 'Otherwise the A value of such a row would mean nothing.',
  },
  {
    id: 'limit-headers',
    section: '4.6',
    choice:
      'The three headers show, of the windows that the call counts in, the one with the fewest remaining requests (of several the later reset), and on a 429 the exhausted one that resets last; every 24-hour window shows besides in headers of its own.',
    why: 'A call can count in two windows, and the headers exist once.',
  },
  {
    id: 'unlisted',
    section: '8.1',
    choice:
      'Endpoints without a row have limits of their own in 15 minutes: request_token, authorize, authenticate, access_token, and the token and revoke endpoints of user tokens 300 A; oauth2/token 25 A; both invalidate endpoints 25 U; the addresses of compliance jobs 300 A; webhooks GET 300 A, POST, PUT and DELETE 100 A; account activity 500 A or U.',
    why: 'Section 8.1 says that every OAuth endpoint is limited and lists no values.',
  },
  {
    id: 'abuse',
    section: '8.1',
    choice:
      'After 500 calls of one App answered 429 inside 15 minutes its calls get no response until that window ends; its owner gets a notice, the portal can lift it, and the mechanism can be switched off.',
    why: 'Section 8.1 says that abusing Apps get no response, without a threshold.',
  },
  {
    id: 'webhook-bodies',
    section: '4.3',
    choice:
      'POST and PUT answer with the configuration of 2.1 itself; GET with {data: [configuration…], meta: {result_count}}, the oldest first; DELETE with {data: {deleted: true}}.',
    why: '4.3 shows no bodies beyond the configuration.',
  },
  {
    id: 'webhook-errors',
    section: '7',
    choice:
      'All reasons are HTTP 400 with errors: [{code: 214, message: "<Reason>: <what exactly failed>", reason: "<Reason>"}] and the invalid-request problem fields. Order of checks: the form of the URL (a wrong length or type of it is UrlValidationFailed too), plan limit, duplicate, CRC. When the answer to the CRC comes, limit, duplicate and the standing of the App and its token are checked again, before the webhook is made. Two URLs are the same when a URL parser makes the same of both. An id of another App’s webhook is answered as one that does not exist.',
    why: '7 lists reasons without statuses and bodies; the first thing wrong that the caller can mend is said first.',
  },
  {
    id: 'webhook-plans',
    section: '6',
    choice: 'An App has at most 0 webhooks on Free and Basic, 1 on Pro and 5 on Enterprise.',
    why: '6 has the last two alone.',
  },
  {
    id: 'webhook-url',
    section: '4.3',
    choice:
      'A URL is https, has no port written, no user name and no fragment. Its host has more than one label, is no special-use name and no address that is not globally reachable, by the IANA registries and in any notation, IPv6 that holds IPv4 too. .example, example.com, example.net, example.org and the addresses for documentation count as public. A host that does not answer is CrcValidationFailed.',
    why: '4.3 wants it publicly reachable; what can be told without calling it is told before.',
  },
  {
    id: 'crc',
    section: '4.3',
    choice:
      'GET <url>?crc_token=<token>, behind & where the URL has a query, with a new opaque base64url token each time. Wanted: HTTP 200 within 3 seconds and at most 64 KB of JSON, {"response_token": "sha256=<base64>"}; redirects are not followed.',
    why: 'The name of the field, the time and the form of the token are not shown.',
  },
  {
    id: 'crc-hourly',
    section: '3',
    choice:
      'Each webhook is checked an hour after it was registered and every hour from then on, whether it is valid or not. A wrong answer, a redirect or a TLS error makes it invalid at once; no answer, 4xx or 5xx does when no check has succeeded for 24 hours. A success makes it valid. A PUT that fails answers CrcValidationFailed, and the check counts as an hourly one. Checks that were missed while nobody looked are one. The secret is the one that the App has when the answer comes. The latest 200 checks of a webhook are kept.',
    why: '3 leaves open what the hourly check does: a receiver that restarts should not lose its webhook, one that somebody else answers for should.',
  },
  {
    id: 'webhook-beyond-plan',
    section: '6',
    choice:
      'Webhooks are beyond the plan when the App has as many older ones as the plan allows. They are invalid and stay so: they are sent no checks, and PUT answers WebhookLimitExceeded. When the plan or a deletion makes room, the next check makes them valid. They can always be listed and deleted.',
    why: 'Own: the choice plan-change makes them invalid, and a success of the next check would undo that.',
  },
  {
    id: 'webhook-standing',
    section: '2.5',
    choice:
      'While an App is suspended its webhooks are sent nothing and keep their state; checks go on at the next hour. Deleting an App deletes its webhooks. After its API secret was regenerated or revoked, checks fail until the receiver knows the new one.',
    why: 'Own: 2.5 says that an App can be suspended, not what becomes of what it registered.',
  },
  {
    id: 'subscriptions',
    section: '4.3',
    choice:
      'POST and GET /2/account_activity/webhooks/:webhook_id/subscriptions/all by the user whom it is about: {data: {subscribed}}. GET …/subscriptions/all/list by the App: {data: {application_id, webhook_id, webhook_url, subscriptions: [{user_id}]}}. DELETE …/subscriptions/:user_id/all by the App: {data: {subscribed: false}}. GET /2/account_activity/subscriptions/count by the App. The webhook has to be the App’s, valid or not. Reasons, in the form of the other webhook errors: WebhookIdInvalid, DuplicateSubscriptionFailed, SubscriptionNotFound.',
    why: '4.3 says that there are such endpoints and shows none.',
  },
  {
    id: 'activity-count',
    section: '4.3',
    choice:
      'The count is {data: {subscriptions_count_all, subscriptions_count_direct_messages}}: of all webhooks of the App, and of those users whose Direct Messages it can read.',
    why: 'Own: the bodies are not shown; these names are what clients of such platforms expect.',
  },
  {
    id: 'activity-access',
    section: '5',
    choice:
      'A subscription is to all that happens to a user, so it takes a token that may see all of that: for OAuth 1.0a the third level, for OAuth 2.0 post.read, users.read, like.read, follows.read, mute.read, block.read and dm.read. An event is caused only while a token of the App for that user still lets it read what the event shows: Direct Messages by the third level or dm.read, blocks by block.read, and so on.',
    why: 'Own: rule 3 gives Direct Messages to the third level alone; an event must not show what the same token could not ask for.',
  },
  {
    id: 'activity-end',
    section: '4.3',
    choice:
      'When the last token by which an App acts for a user ends (taken back, invalidated, regenerated or expired), its subscriptions to that user end in the same change, and a user_event is the last that they deliver. An App that ends a subscription by DELETE is sent none. What happened before is still delivered. With a webhook, or its App, go its subscriptions and its events. A lower plan ends none.',
    why: 'Own: the specification has neither; anyone who takes access back must not go on being told about.',
  },
  {
    id: 'delivery',
    section: '6',
    choice:
      'POST with content-type application/json and svc-webhooks-signature: sha256=<Base64 of the HMAC-SHA256 of the raw body under the consumer secret>, which is the one that the App has when the try is made; a 200 within 10 seconds and at most 64 KB acknowledges. Otherwise it is tried again after 1, 5 and 30 seconds and 5 minutes, and then set aside in a visible list for redelivery; the next one goes on. One delivery at a time for each webhook, in the order of the events.',
    why: '6 says that duplicates are possible and that a header is there, not which.',
  },
  {
    id: 'activity-held',
    section: '6',
    choice:
      'Nothing is delivered to a webhook that is not valid, for an App that is suspended or has no API secret, or when 20,000 calls wait already. What would be is set aside at once and says why, and so is what waits when that begins. It is redelivered by hand, or by a replay, when the webhook is valid again.',
    why: 'Own: set aside is what the choice delivery has for what cannot be delivered. A queue that waits for a receiver that may never come back would be kept out of sight.',
  },
  {
    id: 'activity-kept',
    section: '6',
    choice:
      'Of each webhook the latest 1,000 events that were acknowledged and the latest 5,000 that were set aside are kept, with their latest 20 tries each.',
    why: 'Own: what is kept has to end somewhere.',
  },
  {
    id: 'activity-by-hand',
    section: '6',
    choice:
      'In the portal an event that was set aside is delivered again or dropped, one that was acknowledged is sent once more as a duplicate, and the kept events of a webhook from at most a day are replayed in their order. All of that stands behind what waits, and is tried as often as a first delivery. An event that was acknowledged stays so, whatever becomes of its duplicate.',
    why: 'Own: redelivery is the choice delivery’s; duplicates have to be caused to be tried out (6).',
  },
  {
    id: 'event-shapes',
    section: '6',
    choice:
      'An event is {event_id, for_user_id, <kind>: […]} with one entry; event_id is what a consumer deduplicates by: the same in every retry and duplicate, and another one for each webhook and each user who is told. Kinds: direct_message_events, post_create_events, post_delete_events, favorite_events, follow_events, block_events, mute_events, user_event. A Direct Message is {type: "message_create", id, created_timestamp, message_create: {target: {recipient_id}, sender_id, source_app_id, message_data: {text, entities}}} with the maps users and apps beside it. There are no events of typing and reading: nothing here causes them.',
    why: '6 shows neither kinds nor payloads.',
  },
  {
    id: 'event-objects',
    section: '6',
    choice:
      'Users and posts in events are as the API shows them with all fields but counts and what is a user’s own; a post has its author as user. favorite_events: {id, created_at, timestamp_ms, favorited_post, user}; follow_events, block_events and mute_events: {type, created_timestamp, source, target} with types follow and unfollow, block and unblock, mute and unmute; post_delete_events: {post: {id, author_id}, timestamp_ms}; user_event: {revoke: {date_time, target: {app_id}, source: {user_id}}}. The target of a message in a group has conversation_id, and recipient_id when it was received. source_app_id is absent when no App sent it.',
    why: 'Own: the choice event-shapes has the kinds and the form of a message alone.',
  },
  {
    id: 'activity-told',
    section: '6',
    choice:
      'A user is told of what they do: post, repost, delete, like, follow, unfollow, block, mute, say; and of what others do to them where they may see it: messages in conversations that they are in, posts that mention, answer, quote or repost them, likes of their posts, new followers. Nobody is told that they were blocked, muted, unfollowed or liked no more, or of what the author’s protection or block hides from them. A block tells of itself alone, not of the follows that it ends, and a deleted post of itself alone, not of the reposts that go with it. People who move in, and what an import brings, cause nothing.',
    why: 'Own: the specification names Direct Messages alone. A webhook tells no more than the same user could find out.',
  },
  {
    id: 'envelope',
    section: '4',
    choice:
      '{data, includes?, meta?, errors?}; a list without a hit omits data; next_token is absent on the last page, previous_token on the first; a page that became empty keeps the way to what remains; a page looks at 10,000 entities at most, and one that a filter leaves short before the end has its next_token; pagination_token takes either; every paged answer has meta.result_count; creating is 201.',
    why: 'Response shapes of v2 are not shown.',
  },
  {
    id: 'fields',
    section: '2',
    choice:
      'Defaults are post {id, text, edit_history_post_ids}, user {id, name, username} and message event {id, event_type, text}; the .fields parameters and expansions add more. There is no media upload: media ids are refused.',
    why: 'Response fields of v2 are not shown.',
  },
  {
    id: 'email-consent',
    section: '2.5',
    choice:
      'A user lets an App see the e-mail address on the consent page, while the toggle of the App is on; this is frozen in the token (OAuth 1.0a) or in its scopes (OAuth 2.0, where users.email is not granted without the toggle). Switching the toggle off acts at once; switching it on needs a new authorisation. Of two authorisations with the same token the later counts.',
    why: 'Own: the page says what an App will not be able to see, and a switch of the App must not make that untrue; what an App gives up needs nobody’s consent.',
  },
  {
    id: 'repeated-parameters',
    section: '4',
    choice:
      'A list parameter may be repeated: its values are joined. Any other parameter that is given twice is refused.',
    why: 'Own: clients write lists both ways, and guessing which of two values was meant helps nobody.',
  },
  {
    id: 'post-attachments',
    section: '2',
    choice:
      'A post with a poll has attachments {poll_ids}, which post.fields=attachments shows and the expansion attachments.poll_ids follows.',
    why: 'Own: includes has polls, so something must point at them.',
  },
  {
    id: 'post-metrics',
    section: '2',
    choice:
      'Replies, quotes, reposts, likes and bookmarks of a post are counted from those that exist, as are the posts, followers, lists and likes of a user. Impressions are 0: nobody looks at a post in a way that could be counted.',
    why: 'Own: a number that nothing caused would be invented.',
  },
  {
    id: 'post-lang',
    section: '2',
    choice:
      'lang is guessed by script: kana ja, Hangul ko, Han zh, Cyrillic ru, Arabic ar, Hebrew he, Greek el, other letters en, none und.',
    why: 'Own: the specification has the field and no rule; a guess by script is predictable.',
  },
  {
    id: 'post-references',
    section: '2',
    choice:
      'A post that replies to or quotes a post that does not exist, or names a community that does not exist, is refused with 400; one that its author lets only some reply to is refused to others with 403.',
    why: 'Own: otherwise conversations would point at nothing.',
  },
  {
    id: 'repeated-posts',
    section: '2',
    choice:
      'A post with the same text under the same parent (none, or the same post that it replies to and the same post that it quotes) as one that its user made in the last 24 hours is 403 with code 187. The same text under two posts is no repetition.',
    why: 'A user thanks two people in the same words.',
  },
  {
    id: 'blank-text',
    section: '2',
    choice:
      'A text of a post, an option of a poll, a message and a name show something: one of white space and characters that show nothing alone is 400. No two options of a poll are the same, whatever the spaces around them.',
    why: 'Own: nobody could read such a text, or tell such options apart.',
  },
  {
    id: 'delete-post',
    section: '2',
    choice: "Deleting a post that does not exist is 404 with code 144, another user's 403 with code 220.",
    why: 'Own: a person should see that nothing was deleted.',
  },
  {
    id: 'following',
    section: '5',
    choice:
      "Users follow for themselves: another's id in the path is 403 with code 220. Following again and unfollowing whom one does not follow change nothing. Oneself is refused with 400, as is a target in the body that does not exist; in the path that is 404. Following a protected user is a request: following is false and pending_follow true until they accept; unfollowing takes it back.",
    why: 'Own: rule 3 has following users, not its edges.',
  },
  {
    id: 'hidden-replies',
    section: '5',
    choice:
      "The author of the post that is replied to hides a reply and shows it again; to others that is 403 with code 220, and a post that is no reply 400. A hidden reply is left out of the post's reply_count; anyone who asks for it by its id or in its author's posts still gets it.",
    why: 'Own: rule 3 has hiding replies, not what it changes for readers. Taking the words of others away would be deleting.',
  },
  {
    id: 'dm-conversations',
    section: '8.3',
    choice:
      'The conversation between two users is <lesser id>-<greater id> and begins with its first message; groups have an id of their own, 3 to 50 participants, and begin with an event ParticipantsJoin. A text has 1 to 10,000 characters. Anyone may write to anyone but themselves and those whom a block keeps apart from them, protected users too; such two open no group together, and in a group that both are in neither gets what the other says. What was said before a block stays. A group names nobody twice; who does not exist is 400 in a body and 404 in a path.',
    why: 'Own: the specification has the paths alone. These ids and bounds are what clients of such platforms expect.',
  },
  {
    id: 'dm-privacy',
    section: '8.3',
    choice: 'Conversations and events of others are answered as those that do not exist: 404 with code 144.',
    why: 'Own: a stranger must not learn whether two people talk.',
  },
  {
    id: 'dm-delete',
    section: '5',
    choice:
      'Deleting takes an event out of the view of the acting user, sent or received; the others keep it until each has deleted it.',
    why: 'Own: rule 3 has deletion, not for whom. Nobody else loses what they were told.',
  },
  {
    id: 'search',
    section: '8.3',
    choice:
      'Operators: words, "phrases", OR, grouping, negation with -, from:, to:, @name, #tag, has:links, has:mentions, has:hashtags, is:reply, is:repost, is:quote, lang:, conversation_id:. A query has at most 512 characters for recent posts, which are those of 7 days, and 1,024 for all. from: and to: take a username or an id.',
    why: 'The specification has the paths and no query language; these are the operators that clients of such platforms know.',
  },
  {
    id: 'search-syntax',
    section: '8.3',
    choice:
      'Conditions side by side must all hold, and that binds closer than OR; groups nest 10 deep. A query that is none is refused with 400, and the message says at which character and what is expected there. AND and or are refused outside of quotation marks, as is any other name before a colon that is no operator.',
    why: 'Own: a word that was meant as an operator would silently find something else.',
  },
  {
    id: 'search-anchor',
    section: '8.3',
    choice:
      'In each of its alternatives a query names something to look for, not negated: a word, a phrase, from:, to:, @, # or conversation_id:. Negations, has:, is: and lang: only narrow.',
    why: 'Own: as on platforms of this kind, where a query of negations alone would give nearly everything.',
  },
  {
    id: 'search-words',
    section: '8.3',
    choice:
      'Runs of letters and digits are words, whatever stands between them; in Chinese, Japanese, Thai, Lao, Khmer and Burmese each letter is one, and so is each emoji. Letter case, full and half width and the accents of Latin, Greek and Cyrillic letters make no difference. What is written without a space, as e-mail, is looked for as a phrase. The words of tags, mentions and links are words of the text too.',
    why: 'Own: where a script has no spaces, single letters find words of any length; a person who leaves out an accent means the word.',
  },
  {
    id: 'search-window',
    section: '8.3',
    choice:
      'Recent search and counts begin 7 days ago; an earlier start_time or end_time is refused, an earlier since_id only bounds nothing. Search of the archive begins with the first post. start_time is included, end_time is not; times to come are taken. Posts of protected users are found by themselves and their followers alone.',
    why: 'Own: the parameters are listed without their bounds.',
  },
  {
    id: 'search-relevancy',
    section: '8.3',
    choice:
      'sort_order=relevancy puts first what has the words and phrases of the query most often, and the newer of two that have them as often; it orders the newest 10,000 posts that were found.',
    why: 'Own: an order that a reader can check, and that stays as it is while pages are turned.',
  },
  {
    id: 'search-counts',
    section: '8.3',
    choice:
      'Buckets begin at whole minutes, hours or days in UTC, except for the first and the last, which begin and end where the counts do; empty ones are there. A page has at most 1,440 buckets, its oldest first; next_token leads to older ones, and the time that is covered stays that of the first page. total_post_count is that of the page. Without start_time the archive is counted 30 days back, without granularity by hours.',
    why: 'Own: the table lists the fields alone; a page without a bound could have millions of minutes.',
  },
  {
    id: 'monthly-cap',
    section: '8.1',
    choice:
      'Posts that recent search and the filtered stream give count for the Project and the calendar month in UTC: Free 100, Basic 500,000, Pro 1,000,000, Enterprise 50,000,000. A page has no more than are left; over it 429, code 185, title UsageCapExceeded, type …/usage-capped, with the first moment of the next month as cap_resets_at, because the reset of the window does not help. The month begins on the 1st for every Project; what an App was given counts on when the App is deleted.',
    why: 'The specification has the number of Basic; a call that gives more than is left would break it.',
  },
  {
    id: 'stream',
    section: '8.3',
    choice:
      'Lines of JSON that end with CR LF, one object {data, includes?, matching_rules: [{id, tag}]} for a post made since that a rule of the App finds, once it is kept; a blank line every 20 s on the platform’s clock. Rules that change take effect on the open stream. backfill_minutes and start_time begin with posts of up to 5 minutes before, end_time ends it. Posts that protected users make are not sent.',
    why: 'The specification has the path alone; clients of such platforms part the stream by CR LF and wait 20 s for a sign of life.',
  },
  {
    id: 'stream-connection',
    section: '8.3',
    choice:
      'An App has one connection, on every plan: a second is 429 with code 88, title ConnectionException and connection_issue TooManyConnections. A stream is broken off when its token is revoked, its App suspended, deleted or without a plan that has the stream, when the month’s posts are given, and when its reader is too slow; except for the last, the last line says why, in the form of an error’s body.',
    why: 'Own: as on platforms of this kind; a stream that went on would give what a new call is refused.',
  },
  {
    id: 'stream-rules',
    section: '8.3',
    choice:
      'A rule is a query as search takes it. An App has at most 50 rules of 512 characters on Basic, 1,000 of 1,024 on Pro and 5,000 of 1,024 on Enterprise; a tag has at most 200. What is valid is added, whatever is wrong with the others: 200, with an entry of errors and code 214 for each of those, duplicates by value among them. delete takes ids, values or both; those that are not there are entries with code 144. dry_run=true answers the same without ids, and does nothing; delete_all=true deletes all, with the body {} or none.',
    why: 'Own: the table lists the fields; numbers and partial errors are those that clients of such platforms know.',
  },
  {
    id: 'protected-posts',
    section: '2',
    choice:
      'What a protected user posts is seen by those who follow them and by themselves: elsewhere it is left out of lists, and asked for by its id it is 403 with code 220, or a partial error with that code. The lists of what one such user posts and likes are 403 as a whole. Following them is pending until they accept.',
    why: 'Own: the field is listed, its effect is not.',
  },
  {
    id: 'blocking',
    section: '2',
    choice:
      'Who is blocked does not see what the blocker posts, as with protected users. Neither follows, likes, reposts, quotes, answers or writes to the other: 403 with code 220. A new block ends follows both ways. No endpoint blocks; users do.',
    why: 'Own: 8.3 has a list of blocks, not their effect.',
  },
  {
    id: 'likes',
    section: '8.3',
    choice:
      "Users like for themselves: another's id in the path is 403 with code 220. Liking again and taking back what was not liked change nothing; one's own post can be liked. A post that does not exist is 400 in the body and 404 in the path. What a user liked, and that they liked it, is for those who may see their posts.",
    why: 'Own: 8.3 has the paths alone. A like tells of who likes as a post tells of who writes.',
  },
  {
    id: 'reposts',
    section: '8.3',
    choice:
      'A repost is a post of its own: its text is RP @name: and the whole text of the other, referenced_posts says reposted, and it mentions nobody: in its entities, in search and in the list of mentions. Reposting again changes nothing and gives the same id. Anyone who reposts, likes, quotes, bookmarks or answers a repost means the post that it shows. It goes with that post, by DELETE of either path, and is seen by those alone who may see both. reposted_by leaves out whom the caller may not see posts of; reposts_of_me lists the posts of the caller that somebody in that list has reposted, the newest post first.',
    why: 'Own: the specification has reposts as a type of reference alone; text that says whose words they are can be read by clients that know nothing of reposts.',
  },
  {
    id: 'quotes',
    section: '8.3',
    choice:
      'quote_posts begins with the newest quote; exclude=replies leaves out quotes that answer a post at once. A quote is never a repost, so exclude=reposts leaves out nothing.',
    why: 'Own: the table has the parameter without its values.',
  },
  {
    id: 'mentions',
    section: '8.3',
    choice:
      'Mentions of a user are the posts of anybody, replies too, whose text names them with @, the newest first, each once; reposts of such a post are not among them.',
    why: 'Own: 8.3 names the list, not what is in it.',
  },
  {
    id: 'home-timeline',
    section: '8.3',
    choice:
      "The posts and reposts of those whom the acting user follows and the user's own, in the order of their ids, the newest first; replies and several reposts of one post are all there. Whom the user mutes is left out, and so is what others repost of them. It follows the relations of the moment: who is unfollowed between two pages is not on the second. Another user's id in the path is 403 with code 220.",
    why: 'Own: 8.3 names the order alone. A list without a rank can be checked.',
  },
  {
    id: 'muting',
    section: '8.3',
    choice:
      "Users mute for themselves: another's id in the path is 403 with code 220, and the same holds for the lists of muted and blocked users. Oneself is refused with 400, as is a target in the body that does not exist; in the path that is 404. Muting hides from the home timeline and from nothing else, and nobody learns of it.",
    why: 'Own: 8.3 has muting, not its effect.',
  },
  {
    id: 'user-search',
    section: '8.3',
    choice:
      'A user is found when every word of the query begins a word of their name, username or description; letter case and accents make no difference, a leading @ is passed over. The newest account comes first. A query has 1 to 50 characters, of which one at least is a letter or a digit. next_token takes previous_token too.',
    why: 'Own: the table has the parameters alone; a rule that needs no score can be checked.',
  },
  {
    id: 'community-posts',
    section: '8.3',
    choice:
      "A post with community_id is its community's: members alone make them and reply to them (403 with code 220), a reply belongs to the community of its parent (400 when it names another), everybody who may see the author's posts sees them, and lists of posts have them as any other.",
    why: 'Own: the field is listed, its effect is not.',
  },
  {
    id: 'relation-order',
    section: '2',
    choice:
      'Lists of what relates to something begin with the latest relation: the newest like, member or mute first. Undoing a relation that is not there changes nothing, and neither does making it again.',
    why: 'Own: 8.3 names no order.',
  },
  {
    id: 'lists',
    section: '8.3',
    choice:
      "A list has a name of 1 to 25 characters, not blank, and a description of at most 100; a user owns 1,000 lists at most, a list has 5,000 members at most. A change sets what it gives alone, and gives something. Its owner alone changes it, adds and takes off members, themselves among them if they like: to others that is 403 with code 220. A private list is answered to others as one that does not exist, counts in nobody's listed_count, and loses its followers when it becomes private. Nobody follows their own lists (400). A block keeps both from adding the other and from following the other's lists; who is a member stays one. Deleting a list takes its members, follows and pins along.",
    why: 'Own: 8.3 has the paths alone. These bounds are what platforms of this kind have; that somebody keeps a private list must not be told by an answer.',
  },
  {
    id: 'list-pins',
    section: '8.3',
    choice:
      'A user pins 5 lists at most, of those that they own or follow; another is 403 with code 220, a sixth 400. Who stops following a list has it pinned no more. Everybody sees what a user has pinned, private lists aside.',
    why: 'Own: the cell of pinned_lists has an A value, so Apps read them for nobody in particular.',
  },
  {
    id: 'bookmarks',
    section: '8.3',
    choice:
      "Bookmarks and their folders are seen by their user alone: another's id in the path is 403 with code 220, another's folder is answered as one that does not exist. folder_id files a bookmark, also one that is there already, and one bookmark may stand in several folders; removing it takes it out of all of them. What its user may not see any more is left out and stays bookmarked. No endpoint makes folders; users do.",
    why: 'Own: the parameter is listed, its effect is not, and what somebody keeps is nobody else’s to know.',
  },
  {
    id: 'spaces',
    section: '8.3',
    choice:
      'By default a Space shows {id, state}. It is scheduled until it starts, live until it ends and readable by its id for ever; those of creators and those found are live or scheduled, the latest made first, at most 100. participant_count is who is known to be there while it is live: creator, hosts, speakers and who bought a ticket, each once; otherwise 0. No endpoint makes a Space.',
    why: 'Own: 8.3 has the endpoints alone; what nobody can see happen, who listens, is not counted.',
  },
  {
    id: 'space-search',
    section: '8.3',
    choice:
      'Each word of the query has to stand in the title, also inside of a longer word; letters are the same whatever their case, accents or width.',
    why: 'Own: nobody looks for a title by its exact letters, and not all languages put spaces between words.',
  },
  {
    id: 'space-buyers',
    section: '8.3',
    choice:
      'Who bought a ticket is shown to who made the Space, and to the bearer token of an App that is theirs; to others that is 403 with code 220.',
    why: 'Own: the row has an A value, so bearer tokens are taken; a purchase is nobody else’s business.',
  },
  {
    id: 'communities',
    section: '8.3',
    choice:
      'By default a community shows {id, name}; community.fields adds created_at, description, join_policy and member_count. Everybody sees that it is there. Searching finds each word of the query in the name or the description, as with Spaces, the latest made first; next_token is taken as pagination_token.',
    why: 'Own: 8.3 has the endpoints alone.',
  },
  {
    id: 'trends',
    section: '8.3',
    choice:
      'Trends are hashtags by the number of posts of the last 24 hours, the latest first of equals; a tag counts once a post, in whatever case, and posts that everybody may see count. At most 200 posts of one author are looked at, and 20,000 in all. Place 1 is everywhere; a city has what those post whose profile names it; an unknown place is 404. Personalized trends are those of the users whom the user follows, at most 20: category is Worldwide when others post about it too and Following when not, trending_since the moment of the first post. Reposts do not count.',
    why: 'Own: 8.3 has the endpoints alone. What is counted can be counted again by hand.',
  },
  {
    id: 'compliance-jobs',
    section: '8.3',
    choice:
      'A job is its App’s own, others’ are 404. Its addresses end with a secret that opens them: no credentials are sent there, their limits are the App’s. Until 15 minutes after creation ids are sent by PUT as text/plain, one per line, at most 100,000 a job and 8 MB an upload; without them the job fails. With them it is in progress, and complete after 10 seconds and one more for 2,000 ids, at most a minute. A resumable job takes further uploads while it is in progress: their ids are added, and the wait begins again; of any other one upload is all: 403, code 220. The result is one JSON object a line, {id, action: delete, created_at, reason}, for ids that do not exist (deleted) or are protected. created_at is left out where nothing tells it: of a deleted post the id tells when it was given, of a user who does not exist nothing does. A week after creation the job is forgotten. The list has at most the latest 100. The job that the starting data leave open takes its ids for that whole week.',
    why: 'Own: 8.3 has three rows and no word on how ids come and go.',
  },
  {
    id: 'usage',
    section: '8.3',
    choice:
      'project_usage is this month’s; the daily figures have an entry for each of the days, the earliest first and today the last, by the calendar in UTC. Apps of the Project are listed though they were given nothing, and Apps that are gone if they were given something.',
    why: 'Own: a day without an entry would leave open whether nothing was given or nothing is known.',
  },
  {
    id: 'o2-invalidate-unknown',
    section: '4.2',
    choice: "Invalidating a token that no App has outstanding is refused as another App's: 403, code 348.",
    why: 'Own: the two must not be told apart by the answer.',
  },
  {
    id: 'oauth-extra-parameters',
    section: '4.1',
    choice: 'Parameters that an OAuth endpoint does not know are ignored, as RFC 6749 3.2 asks.',
    why: 'Own: independent clients add parameters of their own.',
  },
  {
    id: 'request-id',
    section: '3',
    choice:
      "A request may carry an id of its sender's; the same id gets the recorded answer and no second effect.",
    why: 'Own: a tab that takes the engine over repeats calls whose answers were lost.',
  },
  {
    id: 'profile-image',
    section: '2',
    choice: 'profile_image_url is {base_url}/images/<username>.png; there is no image behind it.',
    why: 'Own: the field is listed, and no picture may be fetched from anywhere.',
  },
  {
    id: 'ads-envelope',
    section: '2.7',
    choice:
      'A paged list is {request: {params}, data, next_cursor}. params has the account_id and the query parameters that were sent, as the values that they stand for. total_count is there with with_total_count=true alone, which excludes cursor.',
    why: 'Section 2.7 says that the request is echoed and not how; a count is asked for once, with the first page.',
  },
  {
    id: 'ads-errors',
    section: '2.4',
    choice:
      'An error body is {errors: [{code, type, message, parameter, value}], request: {params}}: code is an integer, and type the word that clients of such APIs switch on.',
    why: 'Section 2.4 stands for every API, and clients of advertiser APIs read words.',
  },
  {
    id: 'ads-last-page',
    section: '2.7',
    choice:
      'next_cursor is null when nothing remains, and a page is never shorter than count before the end, however many deleted or filtered entities lie between. A cursor is bound to its endpoint, account, filters and sort_by, not to count, and to the position after the last entity shown: inserts and deletes between pages neither repeat nor lose an entity that was there throughout and whose value of the sorted attribute did not change. A cursor that was tampered with, or that another list gave, is 400.',
    why: 'Section 2.7 says null for a short page; a full last page needs an answer too, and null spares a call that finds nothing.',
  },
  {
    id: 'ads-paged',
    section: '4.5',
    choice:
      'Accounts, campaigns, line_items, funding_instruments, promoted_accounts, media_creatives, tracking_tags, targeting_criteria and custom_audiences are paged. sort_by is an attribute of id, name, created_at and updated_at that the entity has, with -asc or -desc; ties are in the order of ids; the default is id-asc. Names are compared in lower case by their code units. campaign_ids, line_item_ids and funding_instrument_ids, at most 200 ids each, are taken where they fit, and all that are given must hold; an id that is not there finds nothing. Deleted entities are listed with with_deleted=true alone.',
    why: 'Section 4.5 names campaigns and leaves open which others are paged.',
  },
  {
    id: 'ads-stats',
    section: '4.5',
    choice:
      'GET /5/stats/accounts/:account_id takes start_time and end_time (whole hours, the end not included, at most 7 days), granularity HOUR, DAY (days of the account’s time zone) or TOTAL, entity and 1 to 20 entity_ids. Each metric is a series of integers by hour or day, or one value for TOTAL. Statistics are a function of the seed, the entity and the hour: hours add up to days and totals. An entity has none before it was created or after it was deleted.',
    why: 'Section 4.5 says that stats page by time periods, and no more.',
  },
  {
    id: 'ads-shapes',
    section: '4.5',
    choice:
      'Ids are in base 36, in the order of creation; amounts are in millionths of the currency. An account has name, timezone, currency and approval_status; a campaign its budgets, whether it is servable and what keeps it from that; the others what their names say. All have created_at, updated_at and deleted.',
    why: 'The specification shows no entity.',
  },
  {
    id: 'ads-access',
    section: '4.5',
    choice:
      'OAuth 1.0a alone, with the token of the account’s owner or of a user who was given access; an App without a Project may call. An unknown or deleted account is 404, another user’s is 403 with code 220. 2,000 calls per user in 15 minutes.',
    why: 'Section 9 asks for a Project for v2 only, and lists no limits of this API.',
  },
  {
    id: 'ads-changes',
    section: '4.5',
    choice:
      'The endpoints are GETs, so that entities are created, changed and deleted, and access is given and taken, by commands of the playground outside the API.',
    why: 'Paging is worth watching only while the data changes.',
  },
  {
    id: 'catalog-access',
    section: '9',
    choice:
      'The Catalog API takes OAuth 1.0a user context. Early access is granted to a user, and the terms are accepted by a user, once, in the merchant shopping manager of the portal; which App calls does not matter. Without early access: 403, code 220, type EARLY_ACCESS_MISSING; then without terms: 403, code 220, type TERMS_NOT_ACCEPTED. Deleting a catalog deletes all that is in it; deleting a product takes it out of its sets. A second catalog of a user, and the 101st set or feed of a catalog: 403, code 220, type CATALOG_LIMIT_EXCEEDED. A catalog of somebody else answers as an unknown one does: 404.',
    why: 'Section 9 asks for both and says neither to whom nor how a refusal looks; a catalog belongs to a user (2.6).',
  },
  {
    id: 'catalog-shapes',
    section: '2.6',
    choice:
      'Answers stand in the envelope of the Advertiser API. Catalog {id, name}. Product: id (the merchant’s), product_key (the platform’s: catalog and id), title (at most 150), description (5000), availability (in stock, available for order, preorder, out of stock, discontinued), condition (new, used, refurbished), price "20.00 USD", link (https), image_link, brand, gtin or mpn (at least one), additional_image_link (at most 10), google_product_category, product_type ("A > B"), inventory, sale_price (below price), sale_price_effective_date, item_group_id, gender, color, size, age_group, custom_label_0 to custom_label_4. What is missing is null.',
    why: 'The fields are not shown; these are the ones that merchants’ feeds have.',
  },
  {
    id: 'catalog-products',
    section: '4.4',
    choice:
      'PUT {products: […]} upserts 1 to 1,000 products by the merchant’s id and answers {products_response: [{product_key, id, status, warnings, errors}]}, status CREATE_SUCCESS, UPDATE_SUCCESS, NO_CHANGE or ERROR. Attributes that are given change, null takes one away, and the product that comes of it is checked whole. An id twice in one call makes all of its entries errors. DELETE {product_keys: […]} answers DELETE_SUCCESS or NOT_FOUND for each. GET is paged by count (1 to 1,000, default 200) and cursor, in the order in which products were added.',
    why: 'A batch in which one wrong product kept out the others could not be repaired from its answer.',
  },
  {
    id: 'catalog-sets',
    section: '2.6',
    choice:
      'Set {id, name, description, type MANUAL or FILTERED, product_ids, product_count, filters [{attribute, operator, value}], processing_status}. product_ids are the merchant’s, at most 50, null for FILTERED; filters are null for MANUAL. GET …/products?product_set_id= lists the products of a set. Operators over price, sale_price and inventory are GREATER_THAN, LESS_THAN, EQUAL_TO; over google_product_category, product_type and the custom labels EQUAL_TO (to the letter), MATCH (in any case; of a category those below it, too), CONTAINS and NOT_CONTAINS (in any case). All filters must hold; a price compares with prices of its own currency alone, and a product without the attribute passes NOT_CONTAINS alone. After a filtered set was created or its filters changed it is PROCESSING until its products are found, then READY; from then on it follows every product at once.',
    why: 'The two types and the six kinds of filters are listed, and nothing of how they are written.',
  },
  {
    id: 'catalog-size',
    section: '8.1',
    choice:
      'A catalog holds at most 2,000,000 products; further ones are errors: "the catalog is full". A run of a feed goes on.',
    why: 'A browser’s memory ends, and no limit is listed.',
  },
  {
    id: 'catalog-calls',
    section: '4.4',
    choice:
      'POST answers 201, the others 200. PUT changes the fields that are given. GET of catalogs, sets and feeds is paged as that of products is.',
    why: 'Bodies and answers are not shown.',
  },
  {
    id: 'catalog-feeds',
    section: '2.6',
    choice:
      'Feed {id, product_catalog_id, feed_url, feed_format CSV, TSV or XML, frequency HOURLY, DAILY or WEEKLY, repeat, start_time, time_zone, created_at, updated_at, last_run {status QUEUED, RUNNING, SUCCEEDED, UNCHANGED, FAILED, CANCELLED or INTERRUPTED, started_at, finished_at, bytes, rows, accepted, rejected, failure {reason, message, line}, errors: the first 100 rejected rows {line, column, reason}}}. Without start_time a feed begins at once; repeat is 1, time_zone UTC. Runs are asynchronous and add: what a file does not name stays. An empty cell takes its attribute away. A file is UTF-8 or UTF-16, maybe packed by gzip; bytes are counted as fetched and as unpacked, and over 8 × 10⁹ of either the run fails as FEED_TOO_LARGE; what unpacks to more than 1,000 times its length is refused. A field of more than 1,000,000 characters, a row of more than 4,000,000, another number of fields than the first row names, a quote that is not closed or not doubled, and XML deeper than 32 reject the row, and the rest goes on. An id twice in a file: the later row counts, with a warning. Of a run the first 10,000 rejected rows are kept, of a feed the last 20 runs. Column names are trimmed and of any case, with or without g:, and have aliases (qty is inventory); unknown ones are listed and not read. TSV has quotes as CSV. XML is RSS 2.0 or Atom; malformed XML ends the run.',
    why: 'Formats, a period and a size are given; everything else has to be as the files of merchants are.',
  },
  {
    id: 'feed-schedule',
    section: '2.6',
    choice:
      'start_time is a time of the clocks of time_zone, and each due time is counted from it by those clocks. One that does not exist is due at the first moment after it, one that exists twice the first time. Every due run fetches; if length and digest are those of the feed’s last run that SUCCEEDED, and the feed was not changed since, it ends as UNCHANGED without being read. A file longer than 16 MiB that had the right length and another digest is fetched a second time, to be read. One run at a time in a catalog, the others wait in the order in which they were due; a feed whose last run has not ended skips a turn, and the run counts it. What was missed while nobody looked runs once. A run that a process left behind is INTERRUPTED, and not resumed.',
    why: '"Fetched periodically" leaves open by whose clock, and what a change of the hour does.',
  },
  {
    id: 'feed-fetch',
    section: '2.6',
    choice:
      'feed_url is https at a public host, by the rule of webhook-url, with up to 2,000 characters. At most 3 redirects are followed, each held to the same rule. 200 is the answer that is read.',
    why: 'A platform that fetches what it is told to must not be led into its own network.',
  },
]);

export type ChoiceId = (typeof registered)[number]['id'];
export const choices: readonly Choice[] = registered;
