/** Reason phrases (RFC 9110 15, RFC 6585 4). HTTP/1.1 writes them; they have no meaning of their own. */
const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  302: 'Found',
  303: 'See Other',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** "401 Unauthorized". */
export const statusLine = (status: number): string => `${status} ${reasons[status] ?? ''}`.trimEnd();
