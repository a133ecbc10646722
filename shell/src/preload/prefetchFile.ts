/** Few enough that a server which never responds leaves connections for requests a visitor waits for. */
const concurrency = 3;
const timeoutMs = 20_000;

type QueuedFile = { href: string; integrity: string | undefined; resolve: (isLoaded: boolean) => void };

/** By address: a file of a release never changes. */
const results = new Map<string, Promise<boolean>>();
const prefetched = new Set<string>();
const queue: QueuedFile[] = [];
let inFlight = 0;

async function fetchOne({ href, integrity }: QueuedFile): Promise<boolean> {
  // In the mode of the script that follows, or the file would be fetched twice; browsers cache a body once it was read.
  const response = await fetch(href, {
    mode: 'cors',
    credentials: 'same-origin',
    priority: 'low',
    signal: AbortSignal.timeout(timeoutMs),
    ...(integrity ? { integrity } : {}),
  });
  await response.arrayBuffer();
  return response.ok;
}

/** The answer to a form that is sent waits for what is on its way, so nothing is asked for while somebody fills one in. */
const isFillingIn = () => Boolean(document.activeElement?.closest('form'));

function startNext(): void {
  const file = inFlight < concurrency && !isFillingIn() ? queue.shift() : undefined;
  if (!file) return;
  inFlight += 1;
  fetchOne(file)
    .catch(() => false)
    .then((isLoaded) => {
      inFlight -= 1;
      if (isLoaded) prefetched.add(file.href);
      // A failed file may be requested again.
      else results.delete(file.href);
      file.resolve(isLoaded);
      startNext();
    });
}

/** Goes on with what waited until a form was left. */
export function resumePrefetching(): void {
  for (let started = 0; started < concurrency; started += 1) startNext();
}

/** Fetches a file into the browser's cache at low priority. Resolves to whether it was loaded; never rejects. */
export function prefetchFile(href: string, integrity: string | undefined): Promise<boolean> {
  let result = results.get(href);
  if (!result) {
    result = new Promise((settle) => {
      queue.push({ href, integrity, resolve: settle });
    });
    results.set(href, result);
    startNext();
  }
  return result;
}

/** Whether a file was prefetched on this page. */
export function isPrefetched(href: string): boolean {
  return prefetched.has(href);
}
