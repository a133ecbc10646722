/** Name of the `BroadcastChannel` on which a tab says that the school may have bought something. */
export const featuresChannel = 'masomo-features';

/** Named places in screens where add-ons show something, and what the screen tells them. */
export type SlotContexts = {
  'student-page/cards': { studentId: string; name: string };
  'register/cards': { classId: string; day: string };
  'receipt/actions': { paymentId: string };
  'home/cards': Record<never, never>;
  'settings/cards': Record<never, never>;
  'profile/cards': Record<never, never>;
};
export type SlotName = keyof SlotContexts;

/** An extension of an add-on as a slot mounts it. */
export type SlotExtension = { key: string; app: string; /** What the add-on is called on the screen. */ label: string };

/** A mounted extension. */
export type MountedExtension = { update(context: unknown): void; unmount(): void };

/** What an add-on's `./extensions` exports: `onError` is called when it fails after it was mounted. */
export type Extension = {
  mount(props: { domElement: HTMLElement; context: unknown; onError: (error: unknown) => void }): Promise<MountedExtension>;
};

/** The shell's side of the slots; installed with the first add-on of a session. */
export type ExtensionHost = {
  /** Those for this slot and the signed-in person, in order; the same array until something changes. */
  list(slot: SlotName): readonly SlotExtension[];
  /** Never throws: a failing extension is reported, and `onFailed` is called. */
  mount(extension: SlotExtension, slot: SlotName, element: HTMLElement, context: unknown, onFailed: () => void): MountedExtension;
  /** What the add-ons say of their screens for the manual, each what `help` of its `./extensions` returns. One that fails is reported and left out. */
  help(): Promise<unknown[]>;
};

const globalKey = Symbol.for('masomo.extensions');
const changed = 'masomo:extensions';

/** Installs the host, or says that its lists changed. */
export function provideExtensions(host: ExtensionHost): void {
  Reflect.set(globalThis, globalKey, host);
  window.dispatchEvent(new Event(changed));
}

/** The shell's host; undefined as long as no add-on is there. */
export function extensionHost(): ExtensionHost | undefined {
  return Reflect.get(globalThis, globalKey) as ExtensionHost | undefined;
}

/** Calls `listener` when the extensions change. Returns how to stop. */
export function onExtensionsChange(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  return () => window.removeEventListener(changed, listener);
}
