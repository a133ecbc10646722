/** Finds the text of a QR code in a frame of a video; null when there is none. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | null>;

type Detector = { detect(source: CanvasImageSource): Promise<{ rawValue: string }[]> };
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };

/** Wide enough for a card at arm's length, and quick on a cheap phone. */
const frameWidth = 640;

async function nativeReader(): Promise<CodeReader | null> {
  const Detector = Reflect.get(globalThis, 'BarcodeDetector') as DetectorClass | undefined;
  if (!Detector || !(await Detector.getSupportedFormats().catch((): string[] => [])).includes('qr_code')) return null;
  const detector = new Detector({ formats: ['qr_code'] });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
}

async function scriptReader(): Promise<CodeReader> {
  const { default: readCode } = await import('jsqr');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return (video) => {
    if (!context || video.videoWidth === 0) return Promise.resolve(null);
    canvas.width = Math.min(frameWidth, video.videoWidth);
    canvas.height = Math.round((canvas.width * video.videoHeight) / video.videoWidth);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    return Promise.resolve(readCode(data, width, height, { inversionAttempts: 'dontInvert' })?.data || null);
  };
}

/** The browser's own reader where it has one, else one that is loaded now. */
export async function openCodeReader(): Promise<CodeReader> {
  return (await nativeReader()) ?? scriptReader();
}
