import { useCallback, useState } from 'react';
import { previewPath } from '@masomo/contracts/previewPath';
import { Box, Center, HStack, SegmentedToggle, Spinner, Stack } from '@masomo/design-system';
import { usePreviewFrame } from './usePreviewFrame.ts';
import type { PageFormState } from '../usePageForm.ts';

const widths = [
  { value: 'phone', label: 'Phone' },
  { value: 'desktop', label: 'Desktop' },
] as const;
const pixels = { phone: 390, desktop: 1280 } as const;
type Size = { width: number; height: number };

/** The page as visitors would read it now, as wide as a phone or a desktop; drawn smaller where there is less room. */
export function PreviewPane({ work }: { work: PageFormState }) {
  const [chosen, setChosen] = useState<keyof typeof pixels>('phone');
  const [room, setRoom] = useState<Size>();
  const { frame, isReady } = usePreviewFrame(work);
  const measure = useCallback((element: HTMLDivElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(
      ([entry]) => entry && setRoom({ width: entry.contentRect.width, height: entry.contentRect.height }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const width = pixels[chosen];
  const scale = room ? Math.min(1, room.width / width) : 1;
  return (
    <Stack as="section" aria-label="Preview" gap="3" h="full">
      <HStack justify="space-between">
        <SegmentedToggle label="Width of the preview" options={widths} value={chosen} onChange={setChosen} />
      </HStack>
      <Box ref={measure} position="relative" flex="1" minH="0" overflow="hidden" borderWidth="1px" borderRadius="lg" bg="bg.muted">
        {!isReady && (
          <Center position="absolute" inset="0">
            <Spinner aria-label="The preview is loading" />
          </Center>
        )}
        <iframe
          ref={frame}
          src={previewPath}
          title="Preview of the page"
          style={{
            position: 'absolute',
            top: 0,
            left: Math.max(0, ((room?.width ?? width) - width * scale) / 2),
            width,
            height: (room?.height ?? 0) / scale,
            border: 0,
            transform: `scale(${scale})`,
            transformOrigin: '0 0',
            visibility: isReady ? 'visible' : 'hidden',
          }}
        />
      </Box>
    </Stack>
  );
}
