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
    why: 'RFC 9110 6.6.1 asks for it; a clock other than that of limits and signatures would mislead.',
  },
  {
    id: 'octets',
    section: '4.1',
    choice:
      'Percent-encoding encodes octets: a signature covers them as sent. A parameter whose octets are not UTF-8 is then refused with 400; they are never replaced by another character.',
    why: 'RFC 5849 3.6 encodes octets; if they were replaced, a signature for one value would also be valid for another.',
  },
  {
    id: 'html-pages',
    section: '4.1',
    choice:
      'Pages answer in HTML even for refusals: a repeated parameter, 414, 429. They carry x-frame-options: DENY, a content-security-policy with frame-ancestors none, referrer-policy: no-referrer and cache-control: no-store.',
    why: 'People read them; and a user could click a consent page in a frame without seeing it (RFC 6749 10.13).',
  },
  {
    id: 'clock-range',
    section: '8.1',
    choice:
      'The platform’s clock never goes backwards and ends with 2079; freezing it at or moving it to a time outside that range is a RangeError.',
    why: 'If time went backwards, windows would open again and a signature could be used twice; from 2086 on ids would have 20 digits.',
  },
  {
    id: 'error-body',
    section: '2.4',
    choice:
      'Every JSON error has errors; answers of /2/ endpoints carry title, detail, type and status in the same object.',
    why: 'Section 2.4 fixes only errors; clients of v2 APIs also read problem fields.',
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
    choice: 'A 429 has title and detail "Too Many Requests" besides errors[0]; there is no Retry-After.',
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
      'The signature covers header, query and form-body parameters except realm and oauth_signature. An oauth_ parameter with the same value in two places may be counted once or in each place: either signature is accepted, and the X-ray says which. With different values in two places, or twice in one, it is refused: 400, code 215. oauth_callback and oauth_verifier are taken from header, query or form body; a missing oauth_callback is 403 with code 415; one sent to authorize is ignored. JSON bodies are not signed.',
    why: 'RFC 5849 3.4.1.3 counts twice; many clients send oauth_token in header and query, as section 4.1 itself does, and sign it once. RFC 5849 3.1 allows a parameter once in a request.',
  },
  {
    id: 'o1-transport',
    section: '4.1',
    choice:
      'Credentials are taken only from the Authorization header; a call that carries oauth_signature in its query or form body is 400 with code 215 and a message that says so.',
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
      'A request token lives 15 minutes and is used once: once it is allowed or denied, its pages are those of a dead token for every user; denying needs a signed-in user, as allowing does. Regenerating the API key and secret ends outstanding request tokens. The answer is form-encoded.',
    why: 'The specification names neither a lifetime nor how often it can be exchanged; a short life and a single use keep a leaked one harmless.',
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
      'authorize and authenticate answer with HTML: a login form when no user is signed in or force_login is true, then a consent page. Allow redirects with oauth_token and oauth_verifier, keeping the callback’s own query, or shows the PIN; Deny redirects only with denied. authorize always asks; authenticate skips the question for a user who approved before, with the setting Sign in with the service. authenticate refuses an oob token. A dead request token is an error page with 401.',
    why: 'The specification says what the step is for, not what it shows.',
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
      'An approval ends with the last token that it gave: after invalidation, revocation or regeneration authenticate asks again. GET /settings/connected_apps, a page for a signed-in user, lists the Apps with their level, since when, and a button that revokes the access: tokens of both kinds, and whatever would lead to one. Its limit is 300 calls per user in 15 minutes.',
    why: 'The consent page says that access can be revoked; an approval that outlived its tokens would give new ones without asking.',
  },
  {
    id: 'o1-reissue',
    section: '4.1',
    choice:
      'Approving the same App again gives the same access token while it is valid and its level is the same; after invalidation it gives another.',
    why: 'Section 3 says that a new creation attempt after invalidation yields a different token, which means that before that it is the same one.',
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
      "svc-access-level is the token's own level for OAuth 1.0a, read for app-only bearer, and for OAuth 2.0 user tokens the level that the scopes give: dm.write is read-write-directmessages, any other write read-write, else read.",
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
      "A new API secret takes effect at once; a regenerated or revoked API key and secret also end the App's bearer token, its users' OAuth 1.0a tokens and its request tokens. OAuth 2.0 user tokens belong to the client id and end when the client secret is regenerated or revoked. Regenerating a user token or the bearer token ends the old one.",
    why: 'The specification says that keys can be regenerated or revoked, but not what ends with them.',
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
    why: 'Section 4.2 shows only the success.',
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
      'An OAuth 2.0 user token counts as U; a refreshed token continues in the windows of the previous one.',
    why: 'Own: a limit that a refresh resets would not be a limit.',
  },
  {
    id: 'pkce-paths',
    section: '4.2',
    choice:
      'authorize is /oauth2/authorize, and /2/oauth2/authorize answers too; the token and revoke endpoints of user tokens are /2/oauth2/token and /2/oauth2/revoke.',
    why: '4.2 uses POST /oauth2/token only for client_credentials, and does not show the other paths.',
  },
  {
    id: 'pkce-authorize',
    section: '5',
    choice:
      'response_type=code, client_id, an exact redirect_uri, scope, state of at most 500 characters, code_challenge and code_challenge_method (S256 or plain, in any letter case) are required. Approval redirects with state and code, denial with error=access_denied and state. An unknown client or redirect is an error page with 400.',
    why: 'Section 5 names only redirect_uri and state; the rest is RFC 7636 and RFC 6749.',
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
      'POST /2/oauth2/revoke with token answers {"revoked": true}, also for a token that is not known; another client’s token is refused with 400 and unauthorized_client, and stays valid. A bearer token and a token of OAuth 1.0a are refused with 400 and unsupported_token_type, and stay valid.',
    why: 'RFC 7009 2.1, 2.2 and 2.2.1; the specification shows no revocation of user tokens.',
  },
  {
    id: 'pkce-errors',
    section: '7',
    choice:
      '{error, error_description} of RFC 6749 5.2 besides the errors array: invalid_request, invalid_client, invalid_grant, unauthorized_client, unsupported_grant_type, invalid_scope.',
    why: 'Section 2.4 asks for errors; OAuth 2.0 clients read error.',
  },
  {
    id: 'o2-error-words',
    section: '7',
    choice:
      'At token endpoints error is temporarily_unavailable for too many calls and server_error for a fault of the platform; any other failure without a code in RFC 6749 5.2 is invalid_request.',
    why: 'Own: every failure has error, and RFC 6749 4.1.2.1 uses those two codes for calls that may be repeated.',
  },
  {
    id: 'scopes',
    section: '5',
    choice:
      'The scopes of OAuth 2.0 user tokens and which endpoint needs which; v1.1 endpoints refuse OAuth 2.0 user tokens.',
    why: 'Section 5 says that the names of scopes are not shown.',
  },
  {
    id: 'window',
    section: '8.1',
    choice:
      'Windows are fixed, from the first counted request, per endpoint and principal. A call is counted once it is authenticated and within its limits, whatever its status: 400, 404 and 5xx count. A 401 or a 429 is not counted, no matter what gives it: the limiter, the monthly cap, or a stream that has too many connections. A refusal before counting (403 for the kind of token, plan, level, scope or setting) is not counted; any refusal by the handler is. A HEAD counts as a request like its GET, and uses no posts of the monthly cap. Reset is rounded up to the next second.',
    why: 'The specification gives the lengths, but neither the start nor which calls count.',
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
      'The three headers show, of the windows that the call counts in, the one with the fewest remaining requests (of several the later reset), and on a 429 the exhausted one that resets last; every 24-hour window also has separate headers.',
    why: 'A call can count in two windows, and the headers exist once.',
  },
  {
    id: 'unlisted',
    section: '8.1',
    choice:
      'Endpoints without a row have these limits in 15 minutes: request_token, authorize, authenticate, access_token, and the token and revoke endpoints of user tokens 300 A; oauth2/token 25 A; both invalidate endpoints 25 U; the addresses of compliance jobs 300 A; webhooks GET 300 A, POST, PUT and DELETE 100 A; account activity 500 A or U.',
    why: 'Section 8.1 says that every OAuth endpoint is limited and lists no values.',
  },
  {
    id: 'abuse',
    section: '8.1',
    choice:
      'After 500 calls of one App within 15 minutes were answered with 429, its calls get no response until that window ends; its owner gets a notice, the portal can lift it, and the mechanism can be switched off.',
    why: 'Section 8.1 says that abusing Apps get no response, without a threshold.',
  },
  {
    id: 'webhook-bodies',
    section: '4.3',
    choice:
      'POST and PUT answer with the configuration of 2.1 itself; GET with {data: [configuration…], meta: {result_count}}, oldest first; DELETE with {data: {deleted: true}}.',
    why: '4.3 shows no bodies beyond the configuration.',
  },
  {
    id: 'webhook-errors',
    section: '7',
    choice:
      'All reasons are HTTP 400 with errors: [{code: 214, message: "<Reason>: <what exactly failed>", reason: "<Reason>"}] and the invalid-request problem fields. Order of checks: the form of the URL (a wrong length or type of it is UrlValidationFailed too), plan limit, duplicate, CRC. When the answer to the CRC comes, limit, duplicate and the standing of the App and its token are checked again, before the webhook is created. Two URLs are the same when a URL parser reads both alike. The id of another App’s webhook is answered like an unknown one.',
    why: '7 lists reasons without statuses and bodies; the first error that the caller can fix is reported first.',
  },
  {
    id: 'webhook-plans',
    section: '6',
    choice: 'An App has at most 0 webhooks on Free and Basic, 1 on Pro and 5 on Enterprise.',
    why: '6 has only the last two.',
  },
  {
    id: 'webhook-url',
    section: '4.3',
    choice:
      'A URL is https, without a port, a user name or a fragment. Its host has more than one label, and is neither a special-use name nor an address that is not globally reachable, by the IANA registries and in any notation, including IPv6 that contains IPv4. .example, example.com, example.net, example.org and the addresses for documentation count as public. A host that does not answer is CrcValidationFailed.',
    why: '4.3 requires it to be publicly reachable; what can be checked without a call is checked first.',
  },
  {
    id: 'crc',
    section: '4.3',
    choice:
      'GET <url>?crc_token=<token>, after & if the URL has a query, with a new opaque base64url token each time. Expected: HTTP 200 within 3 seconds and at most 64 KB of JSON, {"response_token": "sha256=<base64>"}; redirects are not followed.',
    why: 'The name of the field, the time and the form of the token are not shown.',
  },
  {
    id: 'crc-hourly',
    section: '3',
    choice:
      'Each webhook is checked an hour after it was registered and every hour from then on, whether it is valid or not. A wrong answer, a redirect or a TLS error makes it invalid at once; no answer, 4xx or 5xx makes it invalid when no check has succeeded for 24 hours. A success makes it valid. A PUT that fails answers CrcValidationFailed, and the check counts as an hourly one. Missed checks count as one. The secret is the one that the App has when the answer comes. The latest 200 checks of a webhook are kept.',
    why: '3 leaves open what the hourly check does: a receiver that restarts should not lose its webhook, but one for which someone else answers should.',
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
      'While an App is suspended its webhooks are sent nothing and keep their state; afterwards checks continue at the next hour. Deleting an App deletes its webhooks. After its API secret was regenerated or revoked, checks fail until the receiver knows the new one.',
    why: 'Own: 2.5 says that an App can be suspended, but not what happens to its webhooks.',
  },
  {
    id: 'subscriptions',
    section: '4.3',
    choice:
      'POST and GET /2/account_activity/webhooks/:webhook_id/subscriptions/all by the subscribed user: {data: {subscribed}}. GET …/subscriptions/all/list by the App: {data: {application_id, webhook_id, webhook_url, subscriptions: [{user_id}]}}. DELETE …/subscriptions/:user_id/all by the App: {data: {subscribed: false}}. GET /2/account_activity/subscriptions/count by the App. The webhook has to be the App’s, valid or not. Reasons, in the form of the other webhook errors: WebhookIdInvalid, DuplicateSubscriptionFailed, SubscriptionNotFound.',
    why: '4.3 says that such endpoints exist, but shows none.',
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
      'A subscription covers everything that happens to a user, so it needs a token that may see all of that: for OAuth 1.0a the third level, for OAuth 2.0 post.read, users.read, like.read, follows.read, mute.read, block.read and dm.read. An event is caused only while a token of the App for that user still lets it read what the event shows: Direct Messages by the third level or dm.read, blocks by block.read, and so on.',
    why: 'Own: rule 3 gives Direct Messages only to the third level; an event must not show what the same token could not read.',
  },
  {
    id: 'activity-end',
    section: '4.3',
    choice:
      'When the last token with which an App acts for a user ends (revoked, invalidated, regenerated or expired), its subscriptions to that user end in the same change, and a user_event is the last that they deliver. An App that ends a subscription by DELETE gets no such event. Earlier events are still delivered. Deleting a webhook or its App deletes its subscriptions and events. A lower plan ends none.',
    why: 'Own: the specification has neither; after a user revokes access, nothing more about them may be delivered.',
  },
  {
    id: 'delivery',
    section: '6',
    choice:
      'POST with content-type application/json and svc-webhooks-signature: sha256=<Base64 of the HMAC-SHA256 of the raw body under the consumer secret>, which is the App’s secret at the time of the attempt; a 200 within 10 seconds and at most 64 KB acknowledges. Otherwise it is tried again after 1, 5 and 30 seconds and 5 minutes, and then set aside in a visible list for redelivery; the next event follows. One delivery at a time for each webhook, in the order of the events.',
    why: '6 says that duplicates are possible and that there is a header, but not which.',
  },
  {
    id: 'activity-held',
    section: '6',
    choice:
      'Nothing is delivered to a webhook that is not valid, for an App that is suspended or has no API secret, or when 20,000 calls are already waiting. Such events are set aside at once with the reason, and so are waiting events when that begins. They are redelivered by hand, or by a replay, when the webhook is valid again.',
    why: 'Own: the choice delivery sets aside what cannot be delivered. A queue for a receiver that may never come back would be invisible.',
  },
  {
    id: 'activity-kept',
    section: '6',
    choice:
      'The latest 1,000 acknowledged events and the latest 5,000 events that were set aside are kept for each webhook, with the latest 20 attempts of each.',
    why: 'Own: storage needs a limit.',
  },
  {
    id: 'activity-by-hand',
    section: '6',
    choice:
      'In the portal an event that was set aside can be redelivered or dropped, an acknowledged one can be sent once more as a duplicate, and the kept events of a webhook from at most one day can be replayed in order. All of these are queued after waiting events, and are tried as often as a first delivery. An acknowledged event stays acknowledged, whatever happens to its duplicate.',
    why: 'Own: the choice delivery has redelivery; duplicates (6) can only be tried out if they can be caused.',
  },
  {
    id: 'event-shapes',
    section: '6',
    choice:
      'An event is {event_id, for_user_id, <kind>: […]} with one entry; event_id is what a consumer deduplicates by: the same in every retry and duplicate, and a different one for each webhook and each user who is notified. Kinds: direct_message_events, post_create_events, post_delete_events, favorite_events, follow_events, block_events, mute_events, user_event. A Direct Message is {type: "message_create", id, created_timestamp, message_create: {target: {recipient_id}, sender_id, source_app_id, message_data: {text, entities}}} with the maps users and apps beside it. There are no events for typing and reading, because nothing here causes them.',
    why: '6 shows neither kinds nor payloads.',
  },
  {
    id: 'event-objects',
    section: '6',
    choice:
      'Users and posts in events are as the API shows them, with all fields except counts and private ones of the user; a post has its author as user. favorite_events: {id, created_at, timestamp_ms, favorited_post, user}; follow_events, block_events and mute_events: {type, created_timestamp, source, target} with types follow and unfollow, block and unblock, mute and unmute; post_delete_events: {post: {id, author_id}, timestamp_ms}; user_event: {revoke: {date_time, target: {app_id}, source: {user_id}}}. The target of a message in a group has conversation_id, and recipient_id when it was received. source_app_id is absent when no App sent it.',
    why: 'Own: the choice event-shapes has only the kinds and the form of a message.',
  },
  {
    id: 'activity-told',
    section: '6',
    choice:
      'A user is notified of what they do: post, repost, delete, like, follow, unfollow, block, mute, write; and of what others do to them, if they may see it: messages in conversations that they are in, posts that mention, answer, quote or repost them, likes of their posts, new followers. A user is not notified that they were blocked, muted or unfollowed, or that a like was taken back, nor of what the author’s protection or block hides from them. A block causes only its own event, none for the follows that it ends, and a deleted post only its own, none for its reposts. Seeded users and imports cause no events.',
    why: 'Own: the specification names only Direct Messages. A webhook discloses no more than the same user could find out.',
  },
  {
    id: 'envelope',
    section: '4',
    choice:
      '{data, includes?, meta?, errors?}; a list without a hit omits data; next_token is absent on the last page, previous_token on the first; a page that became empty still has the token to what remains; a page looks at 10,000 entities at most, and one that a filter makes short before the end still has its next_token; pagination_token takes either; every paged answer has meta.result_count; creating is 201.',
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
      'A user lets an App see the e-mail address on the consent page, while the toggle of the App is on; this is frozen in the token (OAuth 1.0a) or in its scopes (OAuth 2.0, where users.email is not granted without the toggle). Switching the toggle off takes effect at once; switching it on needs a new authorisation. Of two authorisations with the same token, the later counts.',
    why: 'Own: the page says what an App will not be able to see, and a switch of the App must not make that untrue; giving up access needs no consent.',
  },
  {
    id: 'repeated-parameters',
    section: '4',
    choice:
      'A list parameter may be repeated: its values are joined. Any other parameter that is given twice is refused.',
    why: 'Own: clients write lists both ways, and guessing which of two values was meant does not help.',
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
      'Replies, quotes, reposts, likes and bookmarks of a post are counted from those that exist, as are the posts, followers, lists and likes of a user. Impressions are 0, because views cannot be counted here.',
    why: 'Own: any other number would be invented.',
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
      'A post with the same text under the same parent (none, or the same post that it replies to and the same post that it quotes) as one that its user made in the last 24 hours is 403 with code 187. The same text under two posts is not a repetition.',
    why: 'A user may thank two people in the same words.',
  },
  {
    id: 'blank-text',
    section: '2',
    choice:
      'The text of a post, an option of a poll, a message and a name must be visible: text of only white space and invisible characters is 400. The options of a poll must differ, ignoring spaces around them.',
    why: 'Own: such a text could not be read, and such options not told apart.',
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
      "Users follow for themselves: another's id in the path is 403 with code 220. Following again, and unfollowing a user who is not followed, change nothing. Following oneself is refused with 400, as is a target in the body that does not exist; in the path that is 404. Following a protected user is a request: following is false and pending_follow true until they accept; unfollowing withdraws it.",
    why: 'Own: rule 3 has following users, not its edges.',
  },
  {
    id: 'hidden-replies',
    section: '5',
    choice:
      "The author of the post that is replied to hides a reply and shows it again; for others that is 403 with code 220, and for a post that is not a reply 400. A hidden reply is left out of the post's reply_count; anyone who asks for it by its id or in its author's posts still gets it.",
    why: 'Own: rule 3 has hiding replies, not what it changes for readers. Hiding them from readers altogether would be deleting.',
  },
  {
    id: 'dm-conversations',
    section: '8.3',
    choice:
      'The conversation between two users is <lesser id>-<greater id> and begins with its first message; groups have an id of their own, 3 to 50 participants, and begin with an event ParticipantsJoin. A text has 1 to 10,000 characters. Anyone may write to anyone except themselves and users separated from them by a block, including protected users. Two such users cannot be in a new group together, and in an existing group neither gets the other’s messages. Messages from before a block stay. A group names each user once; an unknown user is 400 in a body and 404 in a path.',
    why: 'Own: the specification has only the paths. These ids and bounds are what clients of such platforms expect.',
  },
  {
    id: 'dm-privacy',
    section: '8.3',
    choice: 'Conversations and events of others are answered like unknown ones: 404 with code 144.',
    why: 'Own: a stranger must not learn whether two people talk.',
  },
  {
    id: 'dm-delete',
    section: '5',
    choice:
      'Deleting takes an event out of the view of the acting user, sent or received; the others keep it until each has deleted it.',
    why: 'Own: rule 3 has deletion, but not for whom. Other users keep the message.',
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
      'Adjacent conditions must all hold, and that binds closer than OR; groups nest 10 deep. An invalid query is refused with 400, and the message says at which character and what is expected there. AND and or are refused outside quotation marks, as is any name before a colon that is not an operator.',
    why: 'Own: a word that was meant as an operator would silently find something else.',
  },
  {
    id: 'search-anchor',
    section: '8.3',
    choice:
      'In each of its alternatives a query names something to look for, not negated: a word, a phrase, from:, to:, @, # or conversation_id:. Negations, has:, is: and lang: only narrow.',
    why: 'Own: as on platforms of this kind; a query of only negations would give nearly everything.',
  },
  {
    id: 'search-words',
    section: '8.3',
    choice:
      'Runs of letters and digits are words, whatever separates them; in Chinese, Japanese, Thai, Lao, Khmer and Burmese each letter is one, and so is each emoji. Letter case, full and half width and the accents of Latin, Greek and Cyrillic letters make no difference. Words joined without a space, as in e-mail, are looked for as a phrase. The words of tags, mentions and links are words of the text too.',
    why: 'Own: where a script has no spaces, single letters find words of any length; a person who leaves out an accent means the word.',
  },
  {
    id: 'search-window',
    section: '8.3',
    choice:
      'Recent search and counts begin 7 days ago; an earlier start_time or end_time is refused, an earlier since_id has no effect. Search of the archive begins with the first post. start_time is inclusive, end_time exclusive; future times are accepted. Posts of protected users are found only by themselves and their followers.',
    why: 'Own: the parameters are listed without their bounds.',
  },
  {
    id: 'search-relevancy',
    section: '8.3',
    choice:
      'sort_order=relevancy sorts posts by how often they contain the words and phrases of the query, and equal ones by time, newest first; it covers the newest 10,000 posts that were found.',
    why: 'Own: an order that a reader can check, and that stays as it is while pages are turned.',
  },
  {
    id: 'search-counts',
    section: '8.3',
    choice:
      'Buckets begin at whole minutes, hours or days in UTC, except for the first and the last, which begin and end where the counts do; empty ones are included. A page has at most 1,440 buckets, its oldest first; next_token leads to older ones, and the covered time stays that of the first page. total_post_count is that of the page. Without start_time the archive is counted 30 days back, without granularity by hours.',
    why: 'Own: the table lists only the fields; a page without a bound could have millions of minutes.',
  },
  {
    id: 'monthly-cap',
    section: '8.1',
    choice:
      'Posts that recent search and the filtered stream give count for the Project and the calendar month in UTC: Free 100, Basic 500,000, Pro 1,000,000, Enterprise 50,000,000. A page has no more than are left; over it 429, code 185, title UsageCapExceeded, type …/usage-capped, with the first moment of the next month as cap_resets_at, because the reset of the window does not help. The month begins on the 1st for every Project; the posts of an App still count when the App is deleted.',
    why: 'The specification has only the number of Basic; a call that gives more than is left would exceed it.',
  },
  {
    id: 'stream',
    section: '8.3',
    choice:
      'Lines of JSON that end with CR LF, one object {data, includes?, matching_rules: [{id, tag}]} for each later post that a rule of the App matches, once the post is kept; a blank line every 20 s on the platform’s clock. Changes of rules affect the open stream. backfill_minutes and start_time begin with posts of up to 5 minutes before, end_time ends it. Posts of protected users are not sent.',
    why: 'The specification has only the path; clients of such platforms split the stream at CR LF and expect a keep-alive every 20 s.',
  },
  {
    id: 'stream-connection',
    section: '8.3',
    choice:
      'An App has one connection, on every plan: a second is 429 with code 88, title ConnectionException and connection_issue TooManyConnections. A stream is ended when its token is revoked, when its App is suspended, deleted or left without a plan that has the stream, when the month’s posts are used up, and when its reader is too slow; except for the last, the last line says why, in the form of an error’s body.',
    why: 'Own: as on platforms of this kind; otherwise a stream would still give what a new call is refused.',
  },
  {
    id: 'stream-rules',
    section: '8.3',
    choice:
      'A rule is a query as search takes it. An App has at most 50 rules of 512 characters on Basic, 1,000 of 1,024 on Pro and 5,000 of 1,024 on Enterprise; a tag has at most 200. Valid rules are added, whatever is wrong with the others: 200, with an entry of errors and code 214 for each of those, duplicates by value among them. delete takes ids, values or both; unknown ones are entries with code 144. dry_run=true answers the same without ids, and does nothing; delete_all=true deletes all, with the body {} or none.',
    why: 'Own: the table lists the fields; numbers and partial errors are those that clients of such platforms know.',
  },
  {
    id: 'protected-posts',
    section: '2',
    choice:
      'Only a protected user and their followers see the user’s posts: for others they are left out of lists, and requested by id they are 403 with code 220, or a partial error with that code. The lists of such a user’s posts and likes are 403 as a whole. Following them is pending until they accept.',
    why: 'Own: the field is listed, but not its effect.',
  },
  {
    id: 'blocking',
    section: '2',
    choice:
      'A blocked user does not see the blocker’s posts, as with protected users. Neither may follow, like, repost, quote, reply to or write to the other: 403 with code 220. A new block ends follows both ways. No endpoint blocks; users do.',
    why: 'Own: 8.3 has a list of blocks, but not their effect.',
  },
  {
    id: 'likes',
    section: '8.3',
    choice:
      "Users like for themselves: another's id in the path is 403 with code 220. Liking again, and unliking a post that is not liked, change nothing; users can like their own posts. A post that does not exist is 400 in the body and 404 in the path. Only users who may see a user’s posts see what that user liked.",
    why: 'Own: 8.3 has only the paths. A like tells something about its user, just as a post does.',
  },
  {
    id: 'reposts',
    section: '8.3',
    choice:
      'A repost is a separate post: its text is RP @name: and the whole text of the original, referenced_posts says reposted, and it mentions no one: neither in its entities nor in search nor in the list of mentions. Reposting again changes nothing and gives the same id. Reposting, liking, quoting, bookmarking or answering a repost applies to the original. A repost is deleted together with the original, can be deleted at either path, and is only visible to users who may see both. reposted_by leaves out users whose posts the caller may not see; reposts_of_me lists the caller’s posts that a user in that list has reposted, newest post first.',
    why: 'Own: the specification has reposts only as a type of reference; a text that names the author can be read by clients without support for reposts.',
  },
  {
    id: 'quotes',
    section: '8.3',
    choice:
      'quote_posts begins with the newest quote; exclude=replies leaves out quotes that are also replies. A quote is never a repost, so exclude=reposts leaves out nothing.',
    why: 'Own: the table has the parameter without its values.',
  },
  {
    id: 'mentions',
    section: '8.3',
    choice:
      'Mentions of a user are all posts, including replies, whose text names them with @, newest first, each once; reposts of such posts are not included.',
    why: 'Own: 8.3 names the list, but not its contents.',
  },
  {
    id: 'home-timeline',
    section: '8.3',
    choice:
      "The posts and reposts of the acting user and of the users whom they follow, in the order of their ids, newest first; replies and several reposts of one post are all included. Muted users are left out, and so are reposts of their posts. It uses the current relations: a user who is unfollowed between two pages is not on the second. Another user's id in the path is 403 with code 220.",
    why: 'Own: 8.3 names only the order. A list without ranking can be checked.',
  },
  {
    id: 'muting',
    section: '8.3',
    choice:
      "Users mute for themselves: another's id in the path is 403 with code 220, and the same holds for the lists of muted and blocked users. Muting oneself is refused with 400, as is an unknown target in the body; in the path that is 404. Muting only affects the home timeline, and the muted user is not notified.",
    why: 'Own: 8.3 has muting, but not its effect.',
  },
  {
    id: 'user-search',
    section: '8.3',
    choice:
      'A user is found when every word of the query begins a word of their name, username or description; letter case and accents make no difference, and a leading @ is ignored. The newest account comes first. A query has 1 to 50 characters, at least one of which is a letter or a digit. next_token takes previous_token too.',
    why: 'Own: the table has only the parameters; a rule without a score can be checked.',
  },
  {
    id: 'community-posts',
    section: '8.3',
    choice:
      "A post with community_id belongs to that community: only members create and answer such posts (403 with code 220 for others), a reply belongs to the community of its parent (400 when it names another), all users who may see the author's posts see them, and lists of posts include them like any other.",
    why: 'Own: the field is listed, but not its effect.',
  },
  {
    id: 'relation-order',
    section: '2',
    choice:
      'Lists of relations begin with the latest: the newest like, member or mute first. Undoing a relation that does not exist changes nothing, and neither does creating it again.',
    why: 'Own: 8.3 names no order.',
  },
  {
    id: 'lists',
    section: '8.3',
    choice:
      "A list has a name of 1 to 25 characters, not blank, and a description of at most 100; a user owns 1,000 lists at most, a list has 5,000 members at most. A change sets only the given fields, at least one. Only its owner changes it and adds and removes members, possibly themselves: for others that is 403 with code 220. A private list is answered to others like an unknown one, does not count in listed_count, and loses its followers when it becomes private. Users cannot follow their own lists (400). A block keeps both from adding the other and from following the other's lists; members stay members. Deleting a list deletes its members, follows and pins.",
    why: 'Own: 8.3 has only the paths. Platforms of this kind have such bounds; an answer must not disclose that a private list exists.',
  },
  {
    id: 'list-pins',
    section: '8.3',
    choice:
      'A user pins at most 5 lists that they own or follow; any other list is 403 with code 220, a sixth 400. Unfollowing a list unpins it. All users see what a user has pinned, except private lists.',
    why: 'Own: the cell of pinned_lists has an A value, so Apps read them without acting for a user.',
  },
  {
    id: 'bookmarks',
    section: '8.3',
    choice:
      "Only their user sees bookmarks and their folders: another's id in the path is 403 with code 220, and another's folder is answered like an unknown one. folder_id files a bookmark, even an existing one, and a bookmark may be in several folders; removing it removes it from all of them. A post that its user may no longer see is left out, but stays bookmarked. Folders are created by users, not by an endpoint.",
    why: 'Own: the parameter is listed, but not its effect, and bookmarks are private.',
  },
  {
    id: 'spaces',
    section: '8.3',
    choice:
      'By default a Space shows {id, state}. It is scheduled until it starts, live until it ends, and can always be read by its id. Lists by creator and search give live and scheduled ones, the latest created first, at most 100. While it is live, participant_count counts the known participants: creator, hosts, speakers and ticket buyers, each once; otherwise it is 0. No endpoint creates a Space.',
    why: 'Own: 8.3 has only the endpoints; listeners are unknown, so they are not counted.',
  },
  {
    id: 'space-search',
    section: '8.3',
    choice:
      'Each word of the query has to occur in the title, possibly inside a longer word; case, accents and width of letters make no difference.',
    why: 'Own: people do not search titles by exact letters, and not all languages put spaces between words.',
  },
  {
    id: 'space-buyers',
    section: '8.3',
    choice:
      'Only the creator of a Space, and the bearer token of the creator’s own App, may see who bought a ticket; for others that is 403 with code 220.',
    why: 'Own: the row has an A value, so bearer tokens are accepted; a purchase is private.',
  },
  {
    id: 'communities',
    section: '8.3',
    choice:
      'By default a community shows {id, name}; community.fields adds created_at, description, join_policy and member_count. All users see that it exists. Search finds each word of the query in the name or the description, as with Spaces, the latest created first; next_token is taken as pagination_token.',
    why: 'Own: 8.3 has only the endpoints.',
  },
  {
    id: 'trends',
    section: '8.3',
    choice:
      'Trends are hashtags by their number of posts in the last 24 hours, equal ones by time, latest first; a tag counts once per post, in any case, and only posts visible to all users count. At most 200 posts of one author are looked at, and 20,000 in all. Place 1 is the whole world; a city covers the users whose profile names it; an unknown place is 404. Personalized trends are those of the users whom the user follows, at most 20: category is Worldwide when others post about it too, otherwise Following; trending_since is the time of the first post. Reposts do not count.',
    why: 'Own: 8.3 has only the endpoints. These counts can be checked by hand.',
  },
  {
    id: 'compliance-jobs',
    section: '8.3',
    choice:
      'A job belongs to its App; those of others are 404. Its addresses end with a secret that gives access: they take no credentials, and count against the App’s limits. Until 15 minutes after creation, ids are uploaded by PUT as text/plain, one per line, at most 100,000 per job and 8 MB per upload; without them the job fails. With them it is in progress, and complete after 10 seconds plus one for each 2,000 ids, at most a minute. A resumable job takes further uploads while it is in progress: their ids are added, and the wait starts again; any other job takes only one upload: 403, code 220. The result is one JSON object per line, {id, action: delete, created_at, reason}, for ids that do not exist (deleted) or are protected. created_at is left out if unknown: the id of a deleted post contains its time, but nothing does for an unknown user. A week after creation the job is deleted. The list has at most the latest 100. The open job in the starting data takes its ids for that whole week.',
    why: 'Own: 8.3 has three rows, and does not say how ids are transferred.',
  },
  {
    id: 'usage',
    section: '8.3',
    choice:
      'project_usage is this month’s; the daily figures have an entry for each day in UTC, from the earliest to today. Apps of the Project are listed even if they were given nothing, and deleted Apps if they were given something.',
    why: 'Own: without an entry, it would be unclear whether nothing was given or nothing is known.',
  },
  {
    id: 'o2-invalidate-unknown',
    section: '4.2',
    choice: "Invalidating an unknown token is refused like another App's: 403, code 348.",
    why: 'Own: the answer must not distinguish the two.',
  },
  {
    id: 'oauth-extra-parameters',
    section: '4.1',
    choice: 'OAuth endpoints ignore unknown parameters, as RFC 6749 3.2 requires.',
    why: 'Own: independent clients add parameters of their own.',
  },
  {
    id: 'request-id',
    section: '3',
    choice:
      'A request may carry an id from its sender; the same id gets the recorded answer and has no second effect.',
    why: 'Own: a tab that takes over the engine repeats calls whose answers were lost.',
  },
  {
    id: 'profile-image',
    section: '2',
    choice: 'profile_image_url is {base_url}/images/<username>.png; no image exists there.',
    why: 'Own: the field is listed, and no picture may be fetched.',
  },
  {
    id: 'ads-envelope',
    section: '2.7',
    choice:
      'A paged list is {request: {params}, data, next_cursor}. params has the account_id and the query parameters that were sent, with their parsed values. total_count is only included with with_total_count=true, which excludes cursor.',
    why: 'Section 2.7 says that the request is echoed, but not how; a count is requested once, with the first page.',
  },
  {
    id: 'ads-errors',
    section: '2.4',
    choice:
      'An error body is {errors: [{code, type, message, parameter, value}], request: {params}}: code is an integer, and type the string that clients of such APIs switch on.',
    why: 'Section 2.4 applies to every API, and clients of advertiser APIs read strings.',
  },
  {
    id: 'ads-last-page',
    section: '2.7',
    choice:
      'next_cursor is null when nothing remains, and a page is never shorter than count before the end, however many deleted or filtered entities are in between. A cursor is bound to its endpoint, account, filters and sort_by, not to count, and to the position after the last entity shown: inserts and deletes between pages neither repeat nor lose an entity that existed throughout and whose value of the sorted attribute did not change. A cursor that was tampered with, or from another list, is 400.',
    why: 'Section 2.7 says null for a short page; a full last page needs an answer too, and null saves a call that finds nothing.',
  },
  {
    id: 'ads-paged',
    section: '4.5',
    choice:
      'Accounts, campaigns, line_items, funding_instruments, promoted_accounts, media_creatives, tracking_tags, targeting_criteria and custom_audiences are paged. sort_by is an attribute of id, name, created_at and updated_at that the entity has, with -asc or -desc; ties are ordered by id; the default is id-asc. Names are compared in lower case by code units. campaign_ids, line_item_ids and funding_instrument_ids, at most 200 ids each, are accepted where they apply, and all of them must match; an unknown id matches nothing. Deleted entities are only listed with with_deleted=true.',
    why: 'Section 4.5 names campaigns and leaves open which others are paged.',
  },
  {
    id: 'ads-stats',
    section: '4.5',
    choice:
      'GET /5/stats/accounts/:account_id takes start_time and end_time (whole hours, the end exclusive, at most 7 days), granularity HOUR, DAY (days of the account’s time zone) or TOTAL, entity and 1 to 20 entity_ids. Each metric is a series of integers by hour or day, or one value for TOTAL. Statistics are a function of the seed, the entity and the hour: hours add up to days and totals. An entity has none before it was created or after it was deleted.',
    why: 'Section 4.5 only says that stats are paged by time periods.',
  },
  {
    id: 'ads-shapes',
    section: '4.5',
    choice:
      'Ids are in base 36, in the order of creation; amounts are in millionths of the currency. An account has name, timezone, currency and approval_status; a campaign its budgets, whether it is servable and if not, why; the others what their names say. All have created_at, updated_at and deleted.',
    why: 'The specification shows no entity.',
  },
  {
    id: 'ads-access',
    section: '4.5',
    choice:
      'Only OAuth 1.0a, with the token of the account’s owner or of a user who was given access; an App without a Project may call. An unknown or deleted account is 404, another user’s is 403 with code 220. 2,000 calls per user in 15 minutes.',
    why: 'Section 9 requires a Project only for v2, and lists no limits for this API.',
  },
  {
    id: 'ads-changes',
    section: '4.5',
    choice:
      'All endpoints are GETs, so entities are created, changed and deleted, and access is given and revoked, by commands of the playground outside the API.',
    why: 'Paging is worth watching only while the data changes.',
  },
  {
    id: 'catalog-access',
    section: '9',
    choice:
      'The Catalog API takes OAuth 1.0a user context. Early access is granted to a user, and the terms are accepted by a user, once, in the merchant shopping manager of the portal; it does not matter which App calls. Without early access: 403, code 220, type EARLY_ACCESS_MISSING; then without terms: 403, code 220, type TERMS_NOT_ACCEPTED. Deleting a catalog deletes its contents; deleting a product removes it from its sets. A second catalog of a user, and the 101st set or feed of a catalog: 403, code 220, type CATALOG_LIMIT_EXCEEDED. Another user’s catalog is answered like an unknown one: 404.',
    why: 'Section 9 requires both, but says neither of whom nor how a refusal looks; a catalog belongs to a user (2.6).',
  },
  {
    id: 'catalog-shapes',
    section: '2.6',
    choice:
      'Answers use the envelope of the Advertiser API. Catalog {id, name}. Product: id (the merchant’s), product_key (the platform’s: catalog and id), title (at most 150), description (5000), availability (in stock, available for order, preorder, out of stock, discontinued), condition (new, used, refurbished), price "20.00 USD", link (https), image_link, brand, gtin or mpn (at least one), additional_image_link (at most 10), google_product_category, product_type ("A > B"), inventory, sale_price (below price), sale_price_effective_date, item_group_id, gender, color, size, age_group, custom_label_0 to custom_label_4. What is missing is null.',
    why: 'The fields are not shown; these are the usual ones of merchants’ feeds.',
  },
  {
    id: 'catalog-products',
    section: '4.4',
    choice:
      'PUT {products: […]} upserts 1 to 1,000 products by the merchant’s id and answers {products_response: [{product_key, id, status, warnings, errors}]}, status CREATE_SUCCESS, UPDATE_SUCCESS, NO_CHANGE or ERROR. The given attributes change, null removes one, and the resulting product is checked as a whole. An id that occurs twice in one call makes all of its entries errors. DELETE {product_keys: […]} answers DELETE_SUCCESS or NOT_FOUND for each. GET is paged by count (1 to 1,000, default 200) and cursor, in the order in which products were added.',
    why: 'If one wrong product made the whole batch fail, the batch could not be corrected from its answer.',
  },
  {
    id: 'catalog-sets',
    section: '2.6',
    choice:
      'Set {id, name, description, type MANUAL or FILTERED, product_ids, product_count, filters [{attribute, operator, value}], processing_status}. product_ids are the merchant’s, at most 50, null for FILTERED; filters are null for MANUAL. GET …/products?product_set_id= lists the products of a set. Operators over price, sale_price and inventory are GREATER_THAN, LESS_THAN, EQUAL_TO; over google_product_category, product_type and the custom labels EQUAL_TO (exactly), MATCH (ignoring case; a category also matches those below it), CONTAINS and NOT_CONTAINS (ignoring case). All filters must match; a price is only compared with prices in its own currency, and a product without the attribute only passes NOT_CONTAINS. After a filtered set is created or its filters change, it is PROCESSING until its products are found, then READY; from then on it follows every change of a product at once.',
    why: 'The two types and the six kinds of filters are listed, but not how they are written.',
  },
  {
    id: 'catalog-size',
    section: '8.1',
    choice:
      'A catalog holds at most 2,000,000 products; further ones are errors: "the catalog is full". A run of a feed continues.',
    why: 'A browser’s memory is limited, and no limit is listed.',
  },
  {
    id: 'catalog-calls',
    section: '4.4',
    choice:
      'POST answers 201, the others 200. PUT changes the given fields. GET of catalogs, sets and feeds is paged like that of products.',
    why: 'Bodies and answers are not shown.',
  },
  {
    id: 'catalog-feeds',
    section: '2.6',
    choice:
      'Feed {id, product_catalog_id, feed_url, feed_format CSV, TSV or XML, frequency HOURLY, DAILY or WEEKLY, repeat, start_time, time_zone, created_at, updated_at, last_run {status QUEUED, RUNNING, SUCCEEDED, UNCHANGED, FAILED, CANCELLED or INTERRUPTED, started_at, finished_at, bytes, rows, accepted, rejected, failure {reason, message, line}, errors: the first 100 rejected rows {line, column, reason}}}. Without start_time a feed starts at once; repeat is 1, time_zone UTC. Runs are asynchronous and only add: products that a file does not name stay. An empty cell removes its attribute. A file is UTF-8 or UTF-16, possibly compressed with gzip; bytes are counted as fetched and as unpacked, and with more than 8 × 10⁹ of either the run fails as FEED_TOO_LARGE; a file that unpacks to more than 1,000 times its length is refused. A field of more than 1,000,000 characters, a row of more than 4,000,000, a number of fields different from the first row, a quote that is not closed or not doubled, and XML deeper than 32 reject the row, and the run continues. If an id occurs twice in a file, the later row counts, with a warning. The first 10,000 rejected rows of a run and the last 20 runs of a feed are kept. Column names are trimmed, ignore case, may begin with g:, and have aliases (qty is inventory); unknown ones are listed and not read. TSV is quoted like CSV. XML is RSS 2.0 or Atom; malformed XML ends the run.',
    why: 'Formats, a period and a size are given; everything else has to suit the files of merchants.',
  },
  {
    id: 'feed-schedule',
    section: '2.6',
    choice:
      'start_time is a local time in time_zone, and each due time is counted from it in local time. A local time that does not exist means the first moment after it; one that exists twice means the first. Every due run fetches; if length and digest are those of the feed’s last run that SUCCEEDED, and the feed was not changed since, it ends as UNCHANGED without being read. A file longer than 16 MiB that has the same length but another digest is fetched a second time, to be read. A catalog has one run at a time; the others wait in the order in which they were due. A feed whose last run has not ended skips a turn, which the run counts. Missed runs happen once. A run cut off when its process ended is INTERRUPTED, and not resumed.',
    why: '"Fetched periodically" leaves open by which clock, and what happens when clocks change.',
  },
  {
    id: 'feed-fetch',
    section: '2.6',
    choice:
      'feed_url is https at a public host, by the rule of webhook-url, with up to 2,000 characters. At most 3 redirects are followed, each under the same rule. Only a 200 is read.',
    why: 'A platform that fetches given addresses must not be led into its own network.',
  },
]);

export type ChoiceId = (typeof registered)[number]['id'];
export const choices: readonly Choice[] = registered;
