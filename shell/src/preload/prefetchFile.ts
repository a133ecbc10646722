/** So few at a time that a server which never answers leaves the other connections to what somebody waits for. */
const atOnce = 3;
const patience = 20_000;

type Wanted = { href: string; integrity: string | undefined; settle: (isHere: boolean) => void };

/** Whether a file came, by its address; a file of a release never changes under it. */
const known = new Map<string, Promise<boolean>>();
const arrived = new Set<string>();
const queue: Wanted[] = [];
let underWay = 0;

async function fetchOne({ href, integrity }: Wanted): Promise<boolean> {
  // As the script that follows will ask; another mode would be fetched twice. Read to its end, which is when it is kept.
  const answer = await fetch(href, {
    mode: 'cors',
    credentials: 'same-origin',
    priority: 'low',
    signal: AbortSignal.timeout(patience),
    ...(integrity ? { integrity } : {}),
  });
  await answer.arrayBuffer();
  return answer.ok;
}

function next(): void {
  const wanted = underWay < atOnce ? queue.shift() : undefined;
  if (!wanted) return;
  underWay += 1;
  fetchOne(wanted)
    .catch(() => false)
    .then((isHere) => {
      underWay -= 1;
      if (isHere) arrived.add(wanted.href);
      // What failed may be asked for again.
      else known.delete(wanted.href);
      wanted.settle(isHere);
      next();
    });
}

/** Brings a file into the browser's cache when the line has nothing better to do. Tells whether it came; never fails. */
export function fetchAhead(href: string, integrity: string | undefined): Promise<boolean> {
  let coming = known.get(href);
  if (!coming) {
    coming = new Promise((settle) => {
      queue.push({ href, integrity, settle });
    });
    known.set(href, coming);
    next();
  }
  return coming;
}

/** Whether a file was fetched ahead. */
export function isAhead(href: string): boolean {
  return arrived.has(href);
}
