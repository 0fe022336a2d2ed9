/** A word of the filter: what it matches, with an example. */
export interface FilterField {
  readonly looks: string;
  readonly example: string;
}

export const filterFields = {
  status: { looks: 'the status of the answer, a class of them, or none', example: 'status:4xx' },
  op: { looks: 'the endpoint, by its id', example: 'op:createPost' },
  method: { looks: 'the method', example: 'method:POST' },
  path: { looks: 'a part of the address', example: 'path:/2/users' },
  code: { looks: 'a code in the body of a refusal', example: 'code:89' },
  cause: { looks: 'why a call was refused', example: 'cause:nonce' },
  user: { looks: 'the acting user, or none', example: 'user:@mira_holm' },
  app: { looks: 'the App, by its name or id, or none', example: 'app:"Northwind Reader"' },
  dir: { looks: 'in: calls to the platform; out: calls by it', example: 'dir:out' },
  limit: {
    looks: 'how many calls a window has left, or whose window it is: user or app',
    example: 'limit:<10',
  },
  header: { looks: 'a part of a header field, of either message', example: 'header:retry-after' },
  body: { looks: 'a part of either body', example: 'body:"high water"' },
  after: { looks: 'from this moment on, by the platform’s clock', example: 'after:21:42' },
  before: { looks: 'up to this moment, by the platform’s clock', example: 'before:2026-03-02' },
  is: { looks: 'refused, pinned, or a replay', example: 'is:refused' },
} as const satisfies Record<string, FilterField>;

export type FieldName = keyof typeof filterFields;

export const fieldNames: readonly string[] = Object.keys(filterFields);

export const isField = (name: string): name is FieldName => Object.hasOwn(filterFields, name);
