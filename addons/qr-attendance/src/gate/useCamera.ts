import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { mediaDevices } from '@masomo/domain/secureFeatures';
import { openCodeReader } from './codeReader.ts';

/** `insecure`: browsers give the camera to pages with https only. */
export type CameraState = 'starting' | 'on' | 'insecure' | 'refused' | 'missing';

const readEveryMs = 120;
const restMs = 400;

/** Shows the camera in `video` and calls `onCode` with each code it sees, also repeatedly. */
export function useCamera(onCode: (code: string) => void): { video: RefObject<HTMLVideoElement | null>; state: CameraState } {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('starting');
  const report = useEffectEvent(onCode);

  useEffect(() => {
    let isStopped = false;
    let stream: MediaStream | undefined;
    const wait = (ms: number) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
      });

    async function run(): Promise<void> {
      const devices = mediaDevices();
      if (!devices) return setState('insecure');
      try {
        stream = await devices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } });
      } catch (error) {
        if (!isStopped) setState(error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'missing');
        return;
      }
      const element = video.current;
      if (isStopped || !element) return stop();
      element.srcObject = stream;
      await element.play().catch(() => undefined);
      setState('on');
      const read = await openCodeReader();
      while (!isStopped) {
        const code = await read(element).catch(() => null);
        if (code && !isStopped) report(code);
        await wait(code ? restMs : readEveryMs);
      }
    }
    function stop(): void {
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
    void run();
    return () => {
      isStopped = true;
      stop();
    };
  }, []);
  return { video, state };
}
