import type { CodeFormat, CodeReader } from './codeFormats.ts';

type Detector = { detect(source: CanvasImageSource): Promise<{ rawValue: string }[]> };
type DetectorClass = { new (options: { formats: readonly string[] }): Detector; getSupportedFormats(): Promise<string[]> };

/** The browser's own reader, where it reads all of these formats: Android has one, most desktops have none. */
async function nativeReader(formats: readonly CodeFormat[]): Promise<CodeReader | null> {
  const Detector = Reflect.get(globalThis, 'BarcodeDetector') as DetectorClass | undefined;
  const supported = (await Detector?.getSupportedFormats().catch(() => [])) ?? [];
  if (!Detector || !formats.every((format) => supported.includes(format))) return null;
  const detector = new Detector({ formats });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
}

/** The browser's own reader where it has one, else one that is loaded from the product's own origin. Rejects when that does not load. */
export async function openCodeReader(formats: readonly CodeFormat[]): Promise<CodeReader> {
  return (await nativeReader(formats)) ?? (await import('./wasmReader.ts')).openWasmReader(formats);
}

/** Loads the reader ahead, so that the service worker has it before the line goes. A failure is met again when the camera opens. */
export async function prepareCodeReader(formats: readonly CodeFormat[] = ['qr_code']): Promise<void> {
  await openCodeReader(formats).catch(() => undefined);
}
