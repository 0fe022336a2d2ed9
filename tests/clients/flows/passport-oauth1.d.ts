/** The types of the package that the test uses; it has none of its own. */
declare module 'passport-oauth1' {
  export interface Options {
    readonly requestTokenURL: string;
    readonly accessTokenURL: string;
    readonly userAuthorizationURL: string;
    readonly consumerKey: string;
    readonly consumerSecret: string;
    readonly callbackURL: string;
  }

  type Verified = (error: unknown, user?: object) => void;

  export class Strategy {
    constructor(
      options: Options,
      verify: (
        token: string,
        secret: string,
        more: Record<string, string>,
        profile: object,
        done: Verified,
      ) => void,
    );
    authenticate(request: { session: object; query: Record<string, string> }, options?: object): void;
  }
}
