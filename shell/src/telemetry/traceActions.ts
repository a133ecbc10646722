import type { BrowserAction } from '@masomo/contracts/browserAction';

type Action = {
  trace: string;
  span: string;
  isKept: boolean;
  event: BrowserAction['event'];
  path: string;
  startedAt: number;
  endedAt: number;
  underWay: number;
};

const address = '/_traces';
const service = /^\/(?:rest|auth|storage|functions)\/v1\//;
/** An action that asked nothing for so long is over: what is asked later is nobody's doing. */
const quiet = 1_000;
/** Actions of one moment travel together. */
const sendAfter = 2_000;
const mostAtOnce = 20;

/** A laptop that was closed meanwhile. */
const atMost = (milliseconds: number) => Math.min(milliseconds, 600_000);
const hex = (bytes: number) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Begins a trace with everything a person does, hands it to the server with each request that follows from it, and reports
 * the action itself. Loaded only where tracing is configured; `share` of the actions, 0 to 1, are kept.
 */
export function traceActions(share: number): void {
  const plain = window.fetch.bind(window);
  let current: Action | undefined;
  let ending: ReturnType<typeof setTimeout> | undefined;
  let sending: ReturnType<typeof setTimeout> | undefined;
  let done: Action[] = [];
  /** Actions that asked for something and are not over. */
  const open = new Set<Action>();

  function send(): void {
    clearTimeout(sending);
    sending = undefined;
    if (done.length === 0) return;
    const now = performance.now();
    const report = done
      .slice(-mostAtOnce)
      .map(({ trace, span, event, path, startedAt, endedAt }): BrowserAction => ({
        trace,
        span,
        event,
        path,
        ms: atMost(endedAt - startedAt),
        ago: atMost(now - startedAt),
      }));
    done = [];
    navigator.sendBeacon(address, new Blob([JSON.stringify(report)], { type: 'application/json' }));
  }

  function finish(action: Action): void {
    if (action.underWay > 0 || !open.delete(action) || !action.isKept) return;
    done.push(action);
    if (done.length >= mostAtOnce) send();
    else sending ??= setTimeout(send, sendAfter);
  }

  function end(): void {
    clearTimeout(ending);
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
      isKept: Math.random() < share,
      event,
      path: location.pathname.slice(0, 200),
      startedAt,
      endedAt: startedAt,
      underWay: 0,
    };
    ending = setTimeout(end, quiet);
  }

  function settled(action: Action): void {
    action.underWay -= 1;
    action.endedAt = performance.now();
    if (action !== current) finish(action);
    else if (action.underWay === 0) ending = setTimeout(end, quiet);
  }

  /** The tab is put away and may never come back: what is not over is told as far as it got. */
  function leave(): void {
    end();
    for (const action of open) if (action.isKept) done.push({ ...action, endedAt: performance.now() });
    open.clear();
    send();
  }

  window.fetch = (input, init) => {
    const action = current;
    const url = new URL(input instanceof Request ? input.url : String(input), location.href);
    if (!action || url.origin !== location.origin || !service.test(url.pathname)) return plain(input, init);
    clearTimeout(ending);
    action.underWay += 1;
    open.add(action);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set('traceparent', `00-${action.trace}-${action.span}-0${action.isKept ? 1 : 0}`);
    return plain(input, { ...init, headers }).finally(() => settled(action));
  };

  for (const event of ['click', 'submit', 'input'] as const) document.addEventListener(event, () => begin(event), { capture: true });
  window.addEventListener('popstate', () => begin('back'));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave();
  });
  window.addEventListener('pagehide', leave);
  begin('load');
}
