import { mediaDevices } from '@masomo/domain/secureFeatures';

/**
 * Why there is no picture. `insecure`: browsers give the camera to pages with https only. `interrupted`: a call, a locked screen or another
 * program took it. `no-reader`: the part that reads codes was not loaded.
 */
export const cameraProblems = ['insecure', 'refused', 'missing', 'busy', 'interrupted', 'unsupported', 'no-reader', 'failed'] as const;
export type CameraProblem = (typeof cameraProblems)[number];

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

/** The camera at the back, else any. Rejects with the browser's error, or with an `InsecureContextError` where pages get no camera. */
export async function openCamera(): Promise<MediaStream> {
  const devices = mediaDevices();
  if (!devices) throw Object.assign(new Error('This page has no camera'), { name: 'InsecureContextError' });
  try {
    return await devices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } });
  } catch (error) {
    if (error instanceof Error && error.name === 'OverconstrainedError') return devices.getUserMedia({ video: true });
    throw error;
  }
}
