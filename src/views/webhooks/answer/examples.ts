/** Answers with a frequent mistake. The secrets are made up. */
const secret = 'kR9vJ2mWq8Xc5TzLb1NfYh7UeDsG4oPaSlP';
const apiKey = 'xvz1evFS4wEEPTGEFPHBog7Aq';

interface Keys {
  readonly secret: string;
  readonly apiKey: string;
  readonly others: string;
}

interface Challenge extends Keys {
  readonly token: string;
  readonly url: string;
  readonly status: string;
  readonly ms: string;
  readonly contentType: string;
  readonly body: string;
}

interface Delivery extends Keys {
  readonly raw: string;
  readonly computed: string;
}

/** Signed with the API key instead of the consumer secret. */
export const exampleChallenge = (): Challenge => ({
  token: 'Zk8vR1nT6yQ0pLx3WcB9dA',
  secret,
  apiKey,
  others: '',
  url: '',
  status: '200',
  ms: '212',
  contentType: 'application/json; charset=utf-8',
  body: '{"response_token":"sha256=XgqjyilYm0OzO+PRpYgeYavwciKSYAO2MXwv7VeWaTg="}',
});

/** The signature of the same JSON after `json.dumps` serialised it again. */
export const exampleDelivery = (): Delivery => ({
  raw: '{"event_id":"9f2c7b10-5a41-4d0e-8b7a-2f6f0c1d9e11","follow_events":[{"type":"follow","created_timestamp":"1772444472000","source":{"id":"2244994945"},"target":{"id":"2244994951"}}]}',
  secret,
  apiKey,
  others: '',
  computed: 'sha256=X5YNikNAH4GYO7fgcvee3NM6pqZC+EV7J675u7J1LpU=',
});
