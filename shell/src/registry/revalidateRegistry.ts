import { documentIds } from '@masomo/contracts/document';
import { registryTag, type Registry } from '@masomo/contracts/registry';
import { fetchRegistry as requestRegistry } from '@masomo/data/gateway';
import { ShellError } from '../remotes/shellErrors.ts';
import { readInlineJson } from './readInlineJson.ts';
import { registryStore } from './registryStore.ts';

/** How often a visible tab checks for releases that it is not told of. */
const pollIntervalMs = 20_000;
/** A navigation revalidates a registry that is older than this. */
const freshForMs = 2_000;
/** How long a navigation waits for a request that is in flight since a pointer reached the link. */
const pendingTimeoutMs = 250;
/** After this, as in a laptop that was asleep, the registry may name releases that are gone. */
const staleAfterMs = 30_000;
const staleTimeoutMs = 400;
/** A person who pressed Retry wants what is live now. */
const retryTimeoutMs = 2_000;

let etag: string | null = null;
/** With whose add-ons the registry is fetched; what the school has is known by `schoolFeatures` alone. */
let requested: readonly string[] = [];
let checkedAt = 0;
let inFlight: Promise<void> | undefined;
/** Whether the registry of this page is known to be the live one without asking. */
let isConfirmed = () => false;

export function confirmBy(isLive: () => boolean): void {
  isConfirmed = isLive;
}

/** Checks a registry that was fetched, with code that a first visit does without: the document's comes from the gateway that wrote it. */
async function parse(value: unknown): Promise<Registry> {
  const { registrySchema } = await import('@masomo/contracts/registrySchema');
  const parsed = registrySchema.safeParse(value);
  if (!parsed.success) throw new ShellError('registryInvalid', undefined, parsed.error);
  return parsed.data;
}

/** Stores a registry, with this browser's local builds in place of live releases. */
async function applyRegistry(registry: Registry): Promise<void> {
  if (!registry.local) return registryStore.set(registry);
  const { applyLocalBuilds } = await import('../localBuilds/applyLocalBuilds.ts');
  const applied = await applyLocalBuilds(registry);
  registryStore.set(applied.registry, applied.builds);
}

async function fetchRegistry(): Promise<void> {
  const response = await requestRegistry(etag, requested).catch((cause: unknown) => {
    throw new ShellError('registryUnreachable', undefined, cause);
  });
  checkedAt = Date.now();
  if (response.status === 304) return;
  if (!response.ok) throw new ShellError('registryUnreachable', undefined, new Error(`/registry.json responded ${response.status}`));
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw new ShellError('registryInvalid', undefined, cause);
  });
  await applyRegistry(await parse(body));
  etag = response.headers.get('ETag');
}

/** Fetches the registry; concurrent calls share one request. Rejects with SHELL-001 or SHELL-002. */
export function refreshRegistry(): Promise<void> {
  inFlight ??= fetchRegistry().finally(() => {
    inFlight = undefined;
  });
  return inFlight;
}

/** Whether the registry is fetched with the add-ons of these features already. */
export const isFetchedFor = (features: readonly string[]): boolean => features.join() === requested.join();

/** From now on the registry has the add-ons of these features. Resolves when it is here; rejects like `refreshRegistry`. */
export async function changeFeatures(next: readonly string[]): Promise<void> {
  requested = next;
  await inFlight?.catch(warn);
  etag = null;
  await refreshRegistry();
}

/** Takes the registry from the document, or fetches it. */
export async function startRegistry(): Promise<void> {
  const registry = readInlineJson(documentIds.registry) as Registry | undefined;
  if (registry === undefined) return refreshRegistry();
  await applyRegistry(registry);
  etag = registryTag(registry);
  checkedAt = Date.now();
}

/** Called when a pointer reaches a link, so that the navigation that follows knows the latest release. */
export function revalidateOnIntent(): void {
  if (Date.now() - checkedAt >= freshForMs) refreshRegistry().catch(warn);
}

/**
 * Called before a remote is mounted. It waits for the response only where one is in flight, the registry is stale or was
 * invalidated; otherwise polling is recent enough, and the response counts from the next navigation on.
 */
export async function revalidateRegistry(): Promise<void> {
  const age = Date.now() - checkedAt;
  if (age < freshForMs) return;
  const waitMs = checkedAt === 0 ? retryTimeoutMs : age > staleAfterMs && !isConfirmed() ? staleTimeoutMs : inFlight ? pendingTimeoutMs : 0;
  if (waitMs === 0) {
    // In a task of its own: a remote that is loaded already mounts first.
    setTimeout(() => void refreshRegistry().catch(warn));
    return;
  }
  const request = refreshRegistry().catch(warn);
  await Promise.race([
    request,
    new Promise((resolve) => {
      setTimeout(resolve, waitMs);
    }),
  ]);
}

/** Makes the next navigation wait for the latest registry, however recent the present one is. */
export function invalidateRegistry(): void {
  checkedAt = 0;
}

/** Keeps a visible tab up to date that is not told what is live. An unreachable registry is only logged: what is loaded keeps working. */
export function pollRegistry(): () => void {
  const check = () => {
    if (document.visibilityState === 'visible') refreshRegistry().catch(warn);
  };
  const timer = setInterval(() => !isConfirmed() && check(), pollIntervalMs);
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
  };
}

function warn(error: unknown): void {
  console.warn(error instanceof Error ? error.message : error);
}
