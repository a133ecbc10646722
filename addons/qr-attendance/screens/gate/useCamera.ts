import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { openCodeReader } from './codeReader.ts';
import { cameraProblemOf, openCamera, type CameraProblem } from './openCamera.ts';

export type CameraState = 'starting' | 'on' | CameraProblem;

const readEveryMs = 120;
const restMs = 400;

type Camera = { video: RefObject<HTMLVideoElement | null>; state: CameraState; restart: () => void };

/**
 * Shows the camera in `video` and calls `onCode` with each code it sees, also repeatedly. It starts again by itself when a call or a locked
 * screen took the camera and the page is looked at again, and when the person allows it in the browser's settings.
 */
export function useCamera(onCode: (code: string) => void): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('starting');
  const [round, setRound] = useState(0);
  const report = useEffectEvent(onCode);
  const restart = useCallback(() => {
    setState('starting');
    setRound((count) => count + 1);
  }, []);

  useEffect(() => {
    const ended = new AbortController();
    let stream: MediaStream | undefined;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const wait = (ms: number) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
      });

    async function run(): Promise<void> {
      stream = await openCamera();
      const element = video.current;
      if (ended.signal.aborted || !element) return stop();
      for (const track of stream.getTracks()) track.addEventListener('ended', () => setState('interrupted'), { signal: ended.signal });
      element.srcObject = stream;
      await element.play().catch(() => undefined);
      const read = await openCodeReader().catch(() => undefined);
      if (ended.signal.aborted) return;
      if (!read) {
        stop();
        setState('no-reader');
        return;
      }
      setState('on');
      while (!ended.signal.aborted) {
        const code = await read(element).catch(() => null);
        if (code && !ended.signal.aborted) report(code);
        await wait(code ? restMs : readEveryMs);
      }
    }
    run().catch((error: unknown) => {
      if (!ended.signal.aborted) setState(cameraProblemOf(error));
    });
    return () => {
      ended.abort();
      stop();
    };
  }, [round]);

  const resume = useEffectEvent(() => {
    if (document.visibilityState !== 'visible') return;
    if (state === 'interrupted' || state === 'busy') restart();
    else if (state === 'on') void video.current?.play().catch(restart);
  });
  const allowed = useEffectEvent(() => {
    if (state === 'refused') restart();
  });
  useEffect(() => {
    const ended = new AbortController();
    document.addEventListener('visibilitychange', () => resume(), { signal: ended.signal });
    window.addEventListener('pageshow', () => resume(), { signal: ended.signal });
    // Safari before 16 has no permissions, Firefox none of this name: there "Try again" is the way.
    navigator.permissions
      ?.query({ name: 'camera' as PermissionName })
      .then((permission) => permission.addEventListener('change', () => allowed(), { signal: ended.signal }))
      .catch(() => undefined);
    return () => ended.abort();
  }, []);
  return { video, state, restart };
}
