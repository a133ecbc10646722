import { newId } from './secureContext.ts';

type Message = { kind: 'asked' | 'held' | 'released'; id: string };
type Options = { signal?: AbortSignal };

/** A tab that holds the lock answers well within this time. */
const answerWithinMs = 300;
/** How soon a lock is taken over from a tab that ended without a word. */
const askAgainMs = 5_000;

/** Runs `work` in one tab of this browser at a time; the others wait for their turn, until `signal` is aborted. */
export async function withTabLock<T>(name: string, work: () => T | Promise<T>, { signal }: Options = {}): Promise<T> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  if (locks) return (await locks.request(name, signal ? { signal } : {}, work)) as T;
  if (typeof BroadcastChannel === 'undefined') return work();
  const release = await acquire(name, signal);
  try {
    return await work();
  } finally {
    release();
  }
}

/**
 * Web Locks need https. Without them the tabs agree by messages: who asks and hears of nobody that holds the lock, or asked with a
 * smaller id, has it. A tab that the browser had stopped in the meantime may hold it beside another for a moment, so what is done under it
 * must be safe to do twice.
 */
function acquire(name: string, signal: AbortSignal | undefined): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const id = newId();
    const channel = new BroadcastChannel(`lock ${name}`);
    const post = (kind: Message['kind']) => channel.postMessage({ kind, id } satisfies Message);
    let state: 'asking' | 'waiting' | 'holding' = 'asking';
    let timer: ReturnType<typeof setTimeout> | undefined;

    function ask(): void {
      clearTimeout(timer);
      state = 'asking';
      post('asked');
      timer = setTimeout(hold, answerWithinMs);
    }
    function wait(): void {
      clearTimeout(timer);
      state = 'waiting';
      timer = setTimeout(ask, askAgainMs);
    }
    function end(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      globalThis.removeEventListener?.('pagehide', leave);
      channel.close();
    }
    /** Also when the page goes: the next tab then need not find out by itself. */
    function leave(): void {
      if (state === 'holding') post('released');
      end();
    }
    function onAbort(): void {
      if (state === 'holding') return;
      end();
      reject(signal?.reason as Error);
    }
    function hold(): void {
      state = 'holding';
      resolve(leave);
    }

    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (state === 'holding') return data.kind === 'asked' ? post('held') : undefined;
      if (data.kind === 'released') return state === 'waiting' ? ask() : undefined;
      if (data.kind === 'held') return wait();
      // Who began to ask later learns of this tab too.
      if (state === 'asking') return data.id < id ? wait() : post('asked');
    };
    globalThis.addEventListener?.('pagehide', leave);
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
    else ask();
  });
}
