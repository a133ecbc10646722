import { mountRootParcel, type Parcel, type ParcelConfig } from 'single-spa';
import type { RemoteLifecycles } from '@masomo/contracts/lifecycles';
import { ShellError } from './shellErrors.ts';
import { withTimeout } from './withTimeout.ts';

/**
 * One build of one remote on this page. single-spa keeps root parcels for ever, so each build has one parcel and one element
 * that are mounted and unmounted again and again; `queue` ends with the last of these steps.
 */
export type Slot = { key: string; name: string; version: string; element: HTMLElement; parcel: Parcel | null; queue: Promise<void> };

const mountTimeoutMs = 8_000;
const unmountTimeoutMs = 3_000;
/** single-spa's own warnings would repeat what the timeouts here report. */
const silentTimeout = { millis: 60_000, dieOnTimeout: false, warningMillis: 60_000 };
const timeouts = { bootstrap: silentTimeout, mount: silentTimeout, unmount: silentTimeout, unload: silentTimeout, update: silentTimeout };

const slots = new Map<string, Slot>();

/** The slot of a build; `makeElement` is called on its first use. */
export function slotOf(name: string, version: string, attempt: number, makeElement: () => HTMLElement): Slot {
  const key = `${name}@${version}#${attempt}`;
  let slot = slots.get(key);
  if (!slot) {
    slot = { key, name, version, element: makeElement(), parcel: null, queue: Promise.resolve() };
    slots.set(key, slot);
  }
  return slot;
}

/** Mounts once the slot's earlier steps are done, if it `isStillWanted` by then. Rejects with SHELL-011, 012 or 015. */
export function mountSlot(slot: Slot, lifecycles: RemoteLifecycles, isStillWanted: () => boolean): Promise<void> {
  return enqueue(slot, async () => {
    if (!isStillWanted()) return;
    if (slot.parcel)
      await withTimeout(withErrorKind(slot.parcel.mount(), 'mountFailed', slot.name), mountTimeoutMs, 'mountTimedOut', slot.name);
    else await withTimeout(firstMount(slot, lifecycles), mountTimeoutMs, 'mountTimedOut', slot.name);
  });
}

async function firstMount(slot: Slot, lifecycles: RemoteLifecycles): Promise<void> {
  const config = { ...lifecycles, name: slot.name, timeouts } as unknown as ParcelConfig;
  const parcel = mountRootParcel(config, { domElement: slot.element, version: slot.version });
  slot.parcel = parcel;
  // single-spa rejects several promises for one failure; it is reported through the two awaited below.
  for (const promise of [parcel.loadPromise, parcel.bootstrapPromise, parcel.mountPromise, parcel.unmountPromise])
    promise.catch(() => undefined);
  await withErrorKind(parcel.bootstrapPromise, 'bootstrapFailed', slot.name);
  await withErrorKind(parcel.mountPromise, 'mountFailed', slot.name);
}

/** Unmounts once the slot's earlier steps are done; a slot that cannot be unmounted is discarded. Rejects with SHELL-016. */
export function unmountSlot(slot: Slot): Promise<void> {
  return enqueue(slot, async () => {
    if (slot.parcel?.getStatus() !== 'MOUNTED') return;
    await withTimeout(withErrorKind(slot.parcel.unmount(), 'unmountFailed', slot.name), unmountTimeoutMs, 'unmountFailed', slot.name);
  }).catch((error: unknown) => {
    discardSlot(slot);
    throw error;
  });
}

/** Removes a broken slot; the next mount of this build makes another one. */
export function discardSlot(slot: Slot): void {
  slots.delete(slot.key);
  slot.element.remove();
  if (slot.parcel?.getStatus() === 'MOUNTED') slot.parcel.unmount().catch(() => undefined);
}

function enqueue(slot: Slot, step: () => Promise<void>): Promise<void> {
  const turn = slot.queue.catch(() => undefined).then(step);
  slot.queue = turn.catch(() => undefined);
  return turn;
}

function withErrorKind(promise: Promise<unknown>, kind: 'bootstrapFailed' | 'mountFailed' | 'unmountFailed', name: string): Promise<void> {
  return promise.then(
    () => undefined,
    (cause: unknown) => {
      throw new ShellError(kind, name, cause);
    },
  );
}
