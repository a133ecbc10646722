import { documentIds } from '@masomo/contracts/document';
import { registrySchema, registryTag, type Registry } from '@masomo/contracts/registry';
import { ShellError } from '../remotes/shellErrors.ts';
import { readInlineJson } from './readInlineJson.ts';
import { registryStore } from './registryStore.ts';

/** How often a visible tab asks whether something was released. */
const pollIntervalMs = 20_000;
/** A navigation asks again when the last answer is older than this. */
const freshForMs = 2_000;
/** An answer that is already on its way, since somebody pointed at a link, is waited for this long. */
const pendingTimeoutMs = 250;
/** A tab that could not ask for longer than it should is not shown what may be long gone. */
const staleAfterMs = 30_000;
const staleTimeoutMs = 400;
/** Whoever retries wants what is live now, and waits longer for it. */
const retryTimeoutMs = 2_000;

let etag: string | null = null;
let checkedAt = 0;
let inFlight: Promise<void> | undefined;

function parse(value: unknown): Registry {
  const parsed = registrySchema.safeParse(value);
  if (!parsed.success) throw new ShellError('registryInvalid', undefined, parsed.error);
  return parsed.data;
}

/** Makes a registry the one of this tab, with the local builds of this browser in it. */
async function applyRegistry(registry: Registry): Promise<void> {
  if (!registry.local) return registryStore.set(registry);
  const { applyLocalBuilds: takeLocalBuilds } = await import('../localBuilds/applyLocalBuilds.ts');
  const taken = await takeLocalBuilds(registry);
  registryStore.set(taken.registry, taken.builds);
}

async function fetchRegistry(): Promise<void> {
  const response = await fetch('/registry.json', { cache: 'no-store', headers: etag ? { 'If-None-Match': etag } : {} }).catch(
    (cause: unknown) => {
      throw new ShellError('registryUnreachable', undefined, cause);
    },
  );
  checkedAt = Date.now();
  if (response.status === 304) return;
  if (!response.ok) throw new ShellError('registryUnreachable', undefined, new Error(`/registry.json answered ${response.status}`));
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw new ShellError('registryInvalid', undefined, cause);
  });
  await applyRegistry(parse(body));
  etag = response.headers.get('ETag');
}

/** Asks what is live; at most one question at a time. Throws SHELL-001 or SHELL-002. */
export function refreshRegistry(): Promise<void> {
  inFlight ??= fetchRegistry().finally(() => {
    inFlight = undefined;
  });
  return inFlight;
}

/** The registry this page starts with: from the document, or fetched. */
export async function startRegistry(): Promise<void> {
  const inlined = readInlineJson(documentIds.registry);
  if (inlined === undefined) return refreshRegistry();
  const registry = parse(inlined);
  await applyRegistry(registry);
  etag = registryTag(registry);
  checkedAt = Date.now();
}

/** Somebody is about to go somewhere: what was released meanwhile is known when they do. */
export function revalidateOnIntent(): void {
  if (Date.now() - checkedAt >= freshForMs) refreshRegistry().catch(warn);
}

/**
 * Before a remote is entered: takes a release made meanwhile. Where nobody pointed first, the tab's own polling is recent
 * enough, and the answer counts from the next navigation on: nobody waits for a slow line to be told that nothing changed.
 */
export async function revalidateRegistry(): Promise<void> {
  const age = Date.now() - checkedAt;
  if (age < freshForMs) return;
  const patience = checkedAt === 0 ? retryTimeoutMs : age > staleAfterMs ? staleTimeoutMs : inFlight ? pendingTimeoutMs : 0;
  const asking = refreshRegistry().catch(warn);
  if (patience > 0)
    await Promise.race([
      asking,
      new Promise((resolve) => {
        setTimeout(resolve, patience);
      }),
    ]);
}

/** Makes the next navigation ask what is live, however recent the last answer is. */
export function invalidateRegistry(): void {
  checkedAt = 0;
}

/** Keeps a visible tab up to date. An unreachable registry is no failure here: what is loaded keeps working. */
export function pollRegistry(): () => void {
  const check = () => {
    if (document.visibilityState === 'visible') refreshRegistry().catch(warn);
  };
  const timer = setInterval(check, pollIntervalMs);
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
  };
}

function warn(error: unknown): void {
  console.warn(error instanceof Error ? error.message : error);
}
