/** Work for the render thread: one call of an export of a server build. Values cross the thread by structured clone. */
export type RenderJob = {
  /** Path of the server build on this machine. */
  file: string;
  call: 'load' | 'render' | 'renderFrame' | 'documentHead' | 'offlinePage' | 'webManifest' | 'shareImage' | 'sitemap' | 'robots';
  /** The page's address. */
  url?: string;
  /** Further properties of the call's argument. */
  input?: Record<string, unknown>;
};

/** A request of the thread to the backend, and its response. */
export type ThreadRequest = { url: string; method: string; headers: [string, string][]; body: string | null };
export type ThreadResponse = { status: number; headers: [string, string][]; body: string };

export type MessageToThread =
  | { type: 'job'; id: number; job: RenderJob; publishableKey: string }
  | { type: 'response'; id: number; response?: ThreadResponse; error?: string };

export type MessageFromThread =
  | { type: 'done'; id: number; value: unknown }
  | { type: 'failed'; id: number; message: string; stack?: string | undefined }
  | { type: 'fetch'; id: number; /** The job that sends the request. */ job: number; request: ThreadRequest };
