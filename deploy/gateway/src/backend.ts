/** Responds to one HTTP request. The parts of a backend are called through it, in process or over the network. */
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
  /** Developer tools under `/_local/`; absent in production. */
  local?: Fetcher;
  /** `ok` or the problem, per part. */
  health(): Promise<Record<string, string>>;
};
