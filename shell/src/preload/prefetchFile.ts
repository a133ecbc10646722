/** So few at a time that a server which never answers leaves the other connections to what somebody waits for. */
const concurrency = 3;
const timeoutMs = 20_000;

type QueuedFile = { href: string; integrity: string | undefined; resolve: (isHere: boolean) => void };

/** Whether a file came, by its address; a file of a release never changes under it. */
const results = new Map<string, Promise<boolean>>();
const prefetched = new Set<string>();
const queue: QueuedFile[] = [];
let inFlight = 0;

async function fetchOne({ href, integrity }: QueuedFile): Promise<boolean> {
  // As the script that follows will ask; another mode would be fetched twice. Read to its end, which is when it is kept.
  const answer = await fetch(href, {
    mode: 'cors',
    credentials: 'same-origin',
    priority: 'low',
    signal: AbortSignal.timeout(timeoutMs),
    ...(integrity ? { integrity } : {}),
  });
  await answer.arrayBuffer();
  return answer.ok;
}

function startNext(): void {
  const wanted = inFlight < concurrency ? queue.shift() : undefined;
  if (!wanted) return;
  inFlight += 1;
  fetchOne(wanted)
    .catch(() => false)
    .then((isHere) => {
      inFlight -= 1;
      if (isHere) prefetched.add(wanted.href);
      // What failed may be asked for again.
      else results.delete(wanted.href);
      wanted.resolve(isHere);
      startNext();
    });
}

/** Brings a file into the browser's cache when the line has nothing better to do. Tells whether it came; never fails. */
export function prefetchFile(href: string, integrity: string | undefined): Promise<boolean> {
  let coming = results.get(href);
  if (!coming) {
    coming = new Promise((settle) => {
      queue.push({ href, integrity, resolve: settle });
    });
    results.set(href, coming);
    startNext();
  }
  return coming;
}

/** Whether a file was fetched ahead. */
export function isPrefetched(href: string): boolean {
  return prefetched.has(href);
}
