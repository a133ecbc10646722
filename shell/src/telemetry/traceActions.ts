import type { BrowserAction } from '@masomo/contracts/browserAction';

type Action = {
  trace: string;
  span: string;
  isSampled: boolean;
  event: BrowserAction['event'];
  path: string;
  startedAt: number;
  endedAt: number;
  inFlight: number;
};

const address = '/_traces';
const service = /^\/(?:rest|auth|storage|functions)\/v1\//;
/** An action that sends no request for this long has ended; later requests do not belong to it. */
const idleMs = 1_000;
/** Actions within this time are sent together. */
const sendDelayMs = 2_000;
const maxBatch = 20;

/** A laptop may have been asleep in between. */
const capped = (milliseconds: number) => Math.min(milliseconds, 600_000);
const hex = (bytes: number) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Begins a trace with each action of a person, passes it on with the requests that follow (`traceparent`), and reports the
 * action itself. Loaded only where tracing is configured; `sampleRate` of the actions, 0 to 1, are reported.
 */
export function traceActions(sampleRate: number): void {
  const originalFetch = window.fetch.bind(window);
  let current: Action | undefined;
  let endTimer: ReturnType<typeof setTimeout> | undefined;
  let sendTimer: ReturnType<typeof setTimeout> | undefined;
  let finished: Action[] = [];
  /** Actions with requests in flight or still to be reported. */
  const open = new Set<Action>();

  function send(): void {
    clearTimeout(sendTimer);
    sendTimer = undefined;
    if (finished.length === 0) return;
    const now = performance.now();
    const report = finished.slice(-maxBatch).map(({ trace, span, event, path, startedAt, endedAt }): BrowserAction => ({
      trace,
      span,
      event,
      path,
      ms: capped(endedAt - startedAt),
      ago: capped(now - startedAt),
    }));
    finished = [];
    navigator.sendBeacon(address, new Blob([JSON.stringify(report)], { type: 'application/json' }));
  }

  function finish(action: Action): void {
    if (action.inFlight > 0 || !open.delete(action) || !action.isSampled) return;
    finished.push(action);
    if (finished.length >= maxBatch) send();
    else sendTimer ??= setTimeout(send, sendDelayMs);
  }

  function end(): void {
    clearTimeout(endTimer);
    const ended = current;
    current = undefined;
    if (ended) finish(ended);
  }

  function begin(event: BrowserAction['event']): void {
    end();
    const startedAt = performance.now();
    current = {
      trace: hex(16),
      span: hex(8),
      isSampled: Math.random() < sampleRate,
      event,
      path: location.pathname.slice(0, 200),
      startedAt,
      endedAt: startedAt,
      inFlight: 0,
    };
    endTimer = setTimeout(end, idleMs);
  }

  function requestSettled(action: Action): void {
    action.inFlight -= 1;
    action.endedAt = performance.now();
    if (action !== current) finish(action);
    else if (action.inFlight === 0) endTimer = setTimeout(end, idleMs);
  }

  /** Reports everything, unfinished actions included: a hidden tab may never come back. */
  function flush(): void {
    end();
    for (const action of open) if (action.isSampled) finished.push({ ...action, endedAt: performance.now() });
    open.clear();
    send();
  }

  window.fetch = (input, init) => {
    const action = current;
    const url = new URL(input instanceof Request ? input.url : String(input), location.href);
    if (!action || url.origin !== location.origin || !service.test(url.pathname)) return originalFetch(input, init);
    clearTimeout(endTimer);
    action.inFlight += 1;
    open.add(action);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set('traceparent', `00-${action.trace}-${action.span}-0${action.isSampled ? 1 : 0}`);
    return originalFetch(input, { ...init, headers }).finally(() => requestSettled(action));
  };

  for (const event of ['click', 'submit', 'input'] as const) document.addEventListener(event, () => begin(event), { capture: true });
  window.addEventListener('popstate', () => begin('back'));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
  window.addEventListener('pagehide', flush);
  begin('load');
}
