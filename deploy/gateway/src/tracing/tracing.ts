import type { BrowserAction } from '@masomo/contracts/browserAction';
import type { Fetcher } from '../backend.ts';
import type { Part } from '../backend/forwardRequest.ts';

/** Where spans go. Without one nothing is measured, no header is sent and no code of OpenTelemetry is loaded. */
export type Tracing = {
  /** Share of their actions, 0 to 1, that browsers are to begin a trace for. */
  sampleRatio: number;
  /** Answers a request inside a span, which continues the trace that the request names. `answer` resolves to its status. */
  traceRequest(
    request: Request,
    about: { kind: string; path: string; id: string },
    answer: (trace: string) => Promise<number>,
  ): Promise<void>;
  /** Asks a part of the backend inside a span, when a traced request is being answered, and tells that part the trace. */
  traceBackendCall(part: Part, request: Request, fetcher: Fetcher): Promise<Response>;
  /** Writes down what a browser says about the action that began a trace. */
  recordBrowserAction(action: BrowserAction): void;
  /** Sends what is left. */
  stop(): Promise<void>;
};
