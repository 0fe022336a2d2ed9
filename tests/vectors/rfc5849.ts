/** The requests that RFC 5849 prints, with their secrets and signatures, unchanged. */
import type { HttpRequest } from '../../engine/index.ts';
import { utf8 } from '../../engine/index.ts';

export interface PrintedRequest {
  readonly title: string;
  readonly request: HttpRequest;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly token?: string;
  readonly tokenSecret?: string;
  /** Epoch seconds. */
  readonly timestamp: number;
  readonly signature: string;
}

const printer = { consumerKey: 'dpf43f3p2l4k3l03', consumerSecret: 'kd94hf93k423kf44' };

/** Values of the header as printed: percent-encoded, with line breaks in between. */
const authorization = (parameters: string): [string, string] => ['Authorization', `OAuth ${parameters}`];

/** RFC 5849 1.2. */
export const temporaryCredentials: PrintedRequest = {
  ...printer,
  title: '1.2, request for temporary credentials',
  request: {
    method: 'POST',
    url: 'https://photos.example.net/initiate',
    headers: [
      authorization(`realm="Photos",
        oauth_consumer_key="dpf43f3p2l4k3l03",
        oauth_signature_method="HMAC-SHA1",
        oauth_timestamp="137131200",
        oauth_nonce="wIjqoS",
        oauth_callback="http%3A%2F%2Fprinter.example.com%2Fready",
        oauth_signature="74KNZJeDHnMBp0EMJ9ZHt%2FXKycU%3D"`),
    ],
  },
  timestamp: 137131200,
  signature: '74KNZJeDHnMBp0EMJ9ZHt/XKycU=',
};

export const tokenCredentials: PrintedRequest = {
  ...printer,
  title: '1.2, request for token credentials',
  request: {
    method: 'POST',
    url: 'https://photos.example.net/token',
    headers: [
      authorization(`realm="Photos",
        oauth_consumer_key="dpf43f3p2l4k3l03",
        oauth_token="hh5s93j4hdidpola",
        oauth_signature_method="HMAC-SHA1",
        oauth_timestamp="137131201",
        oauth_nonce="walatlh",
        oauth_verifier="hfdp7dh39dks9884",
        oauth_signature="gKgrFCywp7rO0OXSjdot%2FIHF7IU%3D"`),
    ],
  },
  token: 'hh5s93j4hdidpola',
  tokenSecret: 'hdhd0244k9j7ao03',
  timestamp: 137131201,
  signature: 'gKgrFCywp7rO0OXSjdot/IHF7IU=',
};

export const photos: PrintedRequest = {
  ...printer,
  title: '1.2, request for a private photo',
  request: {
    method: 'GET',
    url: 'http://photos.example.net/photos?file=vacation.jpg&size=original',
    headers: [
      authorization(`realm="Photos",
        oauth_consumer_key="dpf43f3p2l4k3l03",
        oauth_token="nnch734d00sl2jdk",
        oauth_signature_method="HMAC-SHA1",
        oauth_timestamp="137131202",
        oauth_nonce="chapoH",
        oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"`),
    ],
  },
  token: 'nnch734d00sl2jdk',
  tokenSecret: 'pfkkdhi9sl3r4s00',
  timestamp: 137131202,
  signature: 'MdpQcU8iPSUjWoN/UDMsK2sui9I=',
};

/** RFC 5849 3.1 and 3.4.1.1 with the signature of erratum 2550. */
export const baseStringExample: PrintedRequest = {
  title: '3.4.1.1, with erratum 2550',
  request: {
    method: 'POST',
    url: 'http://example.com/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b',
    headers: [
      ['Content-Type', 'application/x-www-form-urlencoded'],
      authorization(`realm="Example",
        oauth_consumer_key="9djdj82h48djs9d2",
        oauth_token="kkk9d7dh3k39sjv7",
        oauth_signature_method="HMAC-SHA1",
        oauth_timestamp="137131201",
        oauth_nonce="7d8f3e4a",
        oauth_signature="r6%2FTJjbCOr97%2F%2BUU0NsvSne7s5g%3D"`),
    ],
    body: utf8('c2&a3=2+q'),
  },
  consumerKey: '9djdj82h48djs9d2',
  consumerSecret: 'j49sk3j29djd',
  token: 'kkk9d7dh3k39sjv7',
  tokenSecret: 'dh893hdasih9',
  timestamp: 137131201,
  signature: 'r6/TJjbCOr97/+UU0NsvSne7s5g=',
};

/** RFC 5849 1.2 and 3.4.1.1. */
export const printed = [temporaryCredentials, tokenCredentials, photos, baseStringExample];

/** The same request with the signature that the RFC prints, which its erratum corrects. */
export const withdrawn: PrintedRequest = {
  ...baseStringExample,
  title: '3.4.1.1 as printed, before erratum 2550',
  request: {
    ...baseStringExample.request,
    headers: baseStringExample.request.headers.map(([name, value]) => [
      name,
      value.replace('r6%2FTJjbCOr97%2F%2BUU0NsvSne7s5g%3D', 'bYT5CMsGcbgUdFHObYMEfcx6bsw%3D'),
    ]),
  },
  signature: 'bYT5CMsGcbgUdFHObYMEfcx6bsw=',
};
