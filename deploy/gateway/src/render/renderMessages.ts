/** Work for a render process: one call of an export of a server build. Values cross the process by structured clone. */
export type RenderJob = {
  /** The app that the build is a release of; each app has a process of its own. */
  app: string;
  /** Path of the server build on this machine. */
  file: string;
  call: 'load' | 'render' | 'renderFrame' | 'documentHead' | 'shareImage' | 'sitemap' | 'addresses';
  /** The page's address. */
  url?: string;
  /** Further properties of the call's argument. */
  input?: Record<string, unknown>;
};

/** A request of a build to the backend, and its response. */
export type BuildRequest = { url: string; method: string; headers: [string, string][]; body: string | null };
export type BuildResponse = { status: number; headers: [string, string][]; body: string };

export type MessageToProcess =
  /** The text of a build, before its first job: the process itself reads no file of a release. */
  | { type: 'build'; file: string; source: string }
  | { type: 'job'; id: number; job: RenderJob; language: string; publishableKey: string }
  | { type: 'response'; id: number; response?: BuildResponse; error?: string };

export type MessageFromProcess =
  /** Everything of its own is loaded: from here on it opens nothing more. */
  | { type: 'ready' }
  | { type: 'done'; id: number; value: unknown }
  | { type: 'failed'; id: number; message: string; stack?: string | undefined }
  | { type: 'fetch'; id: number; /** The job that sends the request. */ job: number; request: BuildRequest };
