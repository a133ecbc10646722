import type { BrowserAction } from '@masomo/contracts/browserAction';
import type { Fetcher } from '../backend.ts';
import type { Part } from '../backend/forwardRequest.ts';

/** Where spans go. Without one nothing is measured, no header is sent and no code of OpenTelemetry is loaded. */
export type Tracing = {
  /** Ratio of their actions, 0 to 1, for which browsers begin a trace. */
  sampleRatio: number;
  /** Handles a request inside a span, which continues the trace that the request names. `handle` resolves to the response's status. */
  traceRequest(
    request: Request,
    details: { kind: string; path: string; id: string },
    handle: (traceId: string) => Promise<number>,
  ): Promise<void>;
  /** Calls a part of the backend inside a span, if a traced request is being handled, and passes the trace on. */
  traceBackendCall(part: Part, request: Request, fetcher: Fetcher): Promise<Response>;
  /** Records the browser's report of the action that began a trace. */
  recordBrowserAction(action: BrowserAction): void;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
};
