import { expect, it } from 'vitest';
import type { Sent, TraceLine } from '../../../../worker/api.ts';
import { errorSummaryOf } from './error-summary.ts';

const refused: TraceLine = {
  at: 1,
  outcome: 'refused',
  verb: 'Refused',
  text: 'token revoked',
  sections: ['7'],
  choices: [],
};

function answered(status: number, trace: readonly TraceLine[]): Sent {
  const outcome = { kind: 'response' as const, status, headers: [], body: new Uint8Array() };
  const request = { method: 'GET', url: 'https://api.svc.example/2/users/me', headers: [] };
  const ids = { endpointId: null, appId: null, userId: null };
  return {
    outcome,
    exchange: {
      sequence: 1,
      at: 0,
      durationMs: 1,
      direction: 'in',
      ...ids,
      request,
      outcome,
      trace,
      windows: [],
    },
  };
}

it('reads code and message of the first error, and the step that refused', () => {
  const body = '{"errors":[{"code":89,"message":"Invalid or expired token."}],"title":"Unauthorized"}';
  expect(errorSummaryOf(answered(401, [refused]), body)).toEqual({
    code: 89,
    message: 'Invalid or expired token.',
    partial: false,
    refusedBy: refused,
  });
});

it('distinguishes an answer with some errors from a refusal', () => {
  const body = '{"data":[],"errors":[{"code":144,"message":"Nothing found with that id"}]}';
  expect(errorSummaryOf(answered(200, []), body)).toMatchObject({ partial: true, refusedBy: undefined });
});

it('names the step if a page or a redirect refuses', () => {
  expect(errorSummaryOf(answered(400, [refused]), '<!doctype html>')).toEqual({
    code: null,
    message: 'Turned away',
    partial: false,
    refusedBy: refused,
  });
});

it('finds nothing in other bodies', () => {
  const bodies = [
    '',
    'oauth_token=1',
    '{"data":{}}',
    '{"errors":[]}',
    '{"errors":1}',
    '{"errors":[{"code":"x"}]}',
    '{',
    '[]',
  ];
  expect(bodies.map((body) => errorSummaryOf(answered(400, []), body))).toEqual(bodies.map(() => null));
});
