import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { openCodeReader } from '@masomo/remote/codeReader';
import { chosenCamera } from './chosenCamera.ts';
import type { CodeFormat } from './codeFormats.ts';
import {
  cameraProblemOf,
  hasTorch,
  listCameras,
  openCamera,
  setTorch,
  watchDevices,
  type CameraChoice,
  type CameraProblem,
} from './openCamera.ts';

export type CameraState = 'starting' | 'on' | CameraProblem;

const readEveryMs = 120;
const restMs = 400;

/** What a running camera offers. `torch` is null where the camera has no light. */
type Offers = { cameras: readonly CameraChoice[]; current: string; torch: boolean | null };
const offersNothing: Offers = { cameras: [], current: '', torch: null };

export type Camera = Offers & {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
  restart: () => void;
  choose: (camera: string) => void;
  switchTorch: () => void;
};

const wait = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * Shows the camera in `video` and calls `onCode` with each code it sees, also repeatedly. It starts again by itself when a call or a locked
 * screen took the camera and the page is looked at again, and when the person allows it in the browser's settings.
 */
export function useCamera(formats: readonly CodeFormat[], onCode: (code: string) => void): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const track = useRef<MediaStreamTrack>(undefined);
  const [state, setState] = useState<CameraState>('starting');
  const [offers, setOffers] = useState(offersNothing);
  const [round, setRound] = useState(0);
  const report = useEffectEvent(onCode);
  const formatList = formats.join(' ');
  const restart = useCallback(() => {
    setState('starting');
    setRound((count) => count + 1);
  }, []);

  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    let stream: MediaStream | undefined;
    const stop = () => {
      for (const each of stream?.getTracks() ?? []) each.stop();
    };

    async function offer(running?: MediaStreamTrack): Promise<void> {
      const cameras = await listCameras().catch(() => []);
      const current = running?.getSettings?.().deviceId ?? chosenCamera.read() ?? '';
      if (!signal.aborted) setOffers({ cameras, current, torch: hasTorch(running) ? false : null });
    }
    async function run(): Promise<void> {
      // Beside the camera, as asking the person takes its time; it is awaited below.
      const reading = openCodeReader(formatList.split(' ') as CodeFormat[]).catch(() => undefined);
      stream = await openCamera(chosenCamera.read());
      const element = video.current;
      if (signal.aborted || !element) return stop();
      const [first] = stream.getTracks();
      track.current = first;
      first?.addEventListener('ended', () => setState('interrupted'), { signal });
      // During a call the picture stands still, and comes back by itself afterwards.
      first?.addEventListener('mute', () => setState('interrupted'), { signal });
      first?.addEventListener('unmute', () => setState((now) => (now === 'interrupted' ? 'on' : now)), { signal });
      element.srcObject = stream;
      await element.play().catch(() => undefined);
      const read = await reading;
      if (signal.aborted) return;
      if (!read) {
        stop();
        setState('no-reader');
        return;
      }
      setState('on');
      await offer(first);
      while (!signal.aborted) {
        const code = await read(element).catch(() => null);
        if (code && !signal.aborted) report(code);
        await wait(code ? restMs : readEveryMs);
      }
    }
    run().catch((error: unknown) => {
      if (signal.aborted) return;
      setState(cameraProblemOf(error));
      // Another camera may work where this one is in use.
      void offer();
    });
    return () => {
      ended.abort();
      stop();
      track.current = undefined;
      setOffers((now) => ({ ...now, torch: null }));
    };
  }, [round, formatList]);

  useComingBack(video, state, restart);
  return {
    ...offers,
    video,
    state,
    restart,
    choose(camera) {
      chosenCamera.keep(camera);
      restart();
    },
    switchTorch() {
      const isOn = offers.torch !== true;
      if (track.current)
        setTorch(track.current, isOn).then(
          () => setOffers((now) => ({ ...now, torch: isOn })),
          // The camera said that it has a light and refuses to switch it: the button goes.
          () => setOffers((now) => ({ ...now, torch: null })),
        );
    },
  };
}

/** Starts the camera again when the page is looked at again, or the person has allowed it. */
function useComingBack(video: RefObject<HTMLVideoElement | null>, state: CameraState, restart: () => void): void {
  const resume = useEffectEvent(() => {
    if (document.visibilityState !== 'visible') return;
    if (state === 'interrupted' || state === 'busy') restart();
    else if (state === 'on') void video.current?.play().catch(restart);
  });
  const allowed = useEffectEvent(() => {
    if (state === 'refused') restart();
  });
  const plugged = useEffectEvent(() => {
    if (state === 'missing') restart();
  });
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    document.addEventListener('visibilitychange', () => resume(), { signal });
    window.addEventListener('pageshow', () => resume(), { signal });
    watchDevices(() => plugged(), signal);
    // Safari before 16 has no permissions, Firefox none of this name: there "Try again" is the way.
    navigator.permissions
      ?.query({ name: 'camera' as PermissionName })
      .then((permission) => permission.addEventListener('change', () => allowed(), { signal }))
      .catch(() => undefined);
    return () => ended.abort();
  }, []);
}
