/** Work for the render thread: one call of an export of a server build. Values cross the thread by structured clone. */
export type RenderJob = {
  /** Path of the server build on this machine. */
  file: string;
  call: 'load' | 'render' | 'renderFrame' | 'documentHead' | 'offlinePage' | 'webManifest' | 'sharePicture' | 'sitemap' | 'robots';
  /** Address being rendered. */
  url?: string;
  /** Further properties of a frame request, or what a drawing of the shell says. */
  frame?: Record<string, unknown>;
};

/** A request of the thread to the backend, and its answer. */
export type ThreadRequest = { url: string; method: string; headers: [string, string][]; body: string | null };
export type ThreadResponse = { status: number; headers: [string, string][]; body: string };

export type MessageToThread =
  | { type: 'job'; id: number; job: RenderJob; publishableKey: string }
  | { type: 'answer'; id: number; answer?: ThreadResponse; error?: string };

export type MessageFromThread =
  | { type: 'done'; id: number; value: unknown }
  | { type: 'failed'; id: number; message: string; stack?: string | undefined }
  | { type: 'fetch'; id: number; /** Whose request it is. */ job: number; request: ThreadRequest };
