import { useEffect, useRef, useState, type RefObject } from 'react';
import { previewReadyMessage, type PreviewMessage } from '@masomo/contracts/pagePreview';
import { storedBlocks } from '@masomo/domain/blocks';
import { blocksOf } from '../blocks/blockEntries.ts';
import type { PageFormState } from '../usePageForm.ts';

/** How long after the last word the preview follows: typing comes first. */
const updateDelayMs = 250;

/** Sends what is written into the frame that draws it, and to no other window. */
export function usePreviewFrame(work: PageFormState): { frame: RefObject<HTMLIFrameElement | null>; isReady: boolean } {
  const frame = useRef<HTMLIFrameElement>(null);
  const [readyCount, setReadyCount] = useState(0);
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin === window.location.origin && source === frame.current?.contentWindow && data === previewReadyMessage)
        setReadyCount((count) => count + 1);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);
  const sentTo = useRef(0);
  useEffect(() => {
    if (readyCount === 0) return undefined;
    const isFirst = sentTo.current !== readyCount;
    const timer = setTimeout(
      () => {
        const page: PreviewMessage = {
          kind: 'masomo:preview-page',
          slug: work.slug,
          title: work.title,
          description: work.metaDescription,
          blocks: storedBlocks(blocksOf(work.entries)),
        };
        sentTo.current = readyCount;
        frame.current?.contentWindow?.postMessage(page, window.location.origin);
      },
      isFirst ? 0 : updateDelayMs,
    );
    return () => clearTimeout(timer);
  }, [work, readyCount]);
  return { frame, isReady: readyCount > 0 };
}
