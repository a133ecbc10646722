import { mediaDevices } from '@masomo/domain/secureContext';

/**
 * Why there is no picture. `insecure`: browsers give the camera to pages with https only. `interrupted`: a call, a locked screen or another
 * program took it. `no-reader`: the part that reads codes was not loaded.
 */
export const cameraProblems = ['insecure', 'refused', 'missing', 'busy', 'interrupted', 'unsupported', 'no-reader', 'failed'] as const;
export type CameraProblem = (typeof cameraProblems)[number];

/** A camera of this device that the person may choose. */
export type CameraChoice = { id: string; label: string };

/** Errors of `getUserMedia` by name (W3C Media Capture and Streams, 10.2). */
const problems: Partial<Record<string, CameraProblem>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
  OverconstrainedError: 'unsupported',
  InvalidStateError: 'interrupted',
};

/** The problem that an error of `openCamera` stands for. */
export function cameraProblemOf(error: unknown): CameraProblem {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InsecureContextError') return 'insecure';
  return problems[name] ?? 'failed';
}

const isGone = (error: unknown) => error instanceof Error && ['OverconstrainedError', 'NotFoundError'].includes(error.name);

/**
 * The chosen camera, else the one at the back, else any. Rejects with the browser's error, or with an `InsecureContextError` where pages get
 * no camera.
 */
export async function openCamera(chosen: string | null): Promise<MediaStream> {
  const devices = mediaDevices();
  if (!devices) throw Object.assign(new Error('This page has no camera'), { name: 'InsecureContextError' });
  const attempts: MediaTrackConstraints[] = [
    // A camera that was chosen last week may have been unplugged since.
    ...(chosen ? [{ deviceId: { exact: chosen }, width: { ideal: 1280 } }] : []),
    { facingMode: 'environment', width: { ideal: 1280 } },
  ];
  for (const video of attempts) {
    try {
      return await devices.getUserMedia({ video });
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
  return devices.getUserMedia({ video: true });
}

/** The cameras of this device, which browsers name once the person has allowed one. */
export async function listCameras(): Promise<CameraChoice[]> {
  const devices = (await mediaDevices()?.enumerateDevices?.()) ?? [];
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
}

// TypeScript's library lacks the light (W3C Image Capture, 4).
type Light = { torch?: boolean };

/** Whether the camera has a light that a page may switch. */
export function hasTorch(track: MediaStreamTrack | undefined): boolean {
  const capabilities: (MediaTrackCapabilities & Light) | undefined = track?.getCapabilities?.();
  return capabilities?.torch === true;
}

/** Switches the light of a camera. */
export async function setTorch(track: MediaStreamTrack, isOn: boolean): Promise<void> {
  const light: MediaTrackConstraintSet & Light = { torch: isOn };
  await track.applyConstraints({ advanced: [light] });
}

/** Calls the listener when a camera is plugged in or pulled out. */
export function watchDevices(listener: () => void, signal: AbortSignal): void {
  mediaDevices()?.addEventListener?.('devicechange', listener, { signal });
}
