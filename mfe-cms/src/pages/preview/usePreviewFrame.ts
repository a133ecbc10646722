import { useEffect, useRef, useState, type RefObject } from 'react';
import { previewReadyMessage, type PreviewMessage } from '@masomo/contracts/pagePreview';
import { storedBlocks } from '@masomo/domain/blocks';
import { blocksOf } from '../blocks/blockEntries.ts';
import type { TextsFormState } from '../usePageForm.ts';

/** The preview waits for a pause in typing. */
const updateDelayMs = 250;

type PreviewedTexts = { slug: string; texts: TextsFormState; isInEnglish: boolean };

/** Posts the form's content to the preview frame, and to no other window; `isInEnglish` in a frame of another language. */
export function usePreviewFrame({ slug, texts, isInEnglish }: PreviewedTexts): {
  frame: RefObject<HTMLIFrameElement | null>;
  isReady: boolean;
} {
  const frame = useRef<HTMLIFrameElement>(null);
  const [readyCount, setReadyCount] = useState(0);
  useEffect(() => {
    const handleMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin === window.location.origin && source === frame.current?.contentWindow && data === previewReadyMessage)
        setReadyCount((count) => count + 1);
    };
    window.addEventListener('message', handleMessage);
    return () => window.removeEventListener('message', handleMessage);
  }, []);
  const lastFrame = useRef(0);
  useEffect(() => {
    if (readyCount === 0) return undefined;
    const isFirst = lastFrame.current !== readyCount;
    const timer = setTimeout(
      () => {
        const page: PreviewMessage = {
          kind: 'masomo:preview-page',
          slug,
          title: texts.title,
          description: texts.metaDescription,
          blocks: storedBlocks(blocksOf(texts.entries)),
          ...(isInEnglish ? { lang: 'en' } : {}),
        };
        lastFrame.current = readyCount;
        frame.current?.contentWindow?.postMessage(page, window.location.origin);
      },
      isFirst ? 0 : updateDelayMs,
    );
    return () => clearTimeout(timer);
  }, [slug, texts, isInEnglish, readyCount]);
  return { frame, isReady: readyCount > 0 };
}
