/** Answers one HTTP request; the parts of a backend are reached through it, in process or over the network. */
export type Fetcher = (request: Request) => Response | Promise<Response>;

/**
 * The Supabase services the gateway puts behind its one origin. Requests arrive with the full path
 * (`/auth/v1/token`, `/rest/v1/orders`, …).
 */
export type Backend = {
  auth: Fetcher;
  rest: Fetcher;
  storage: Fetcher;
  functions: Fetcher;
  /** Aids under `/_local/`; absent in production. */
  local?: Fetcher;
  /** `ok` or what is wrong, per part. */
  health(): Promise<Record<string, string>>;
};
