import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useCallback, useRef, useState } from 'react';
import { inLanguage } from '@masomo/contracts/languages';
import { previewPath } from '@masomo/contracts/previewPath';
import { Box, Button, Center, HStack, SegmentedToggle, Spinner, Stack } from '@masomo/design-system';
import { usePreviewFrame } from './usePreviewFrame.ts';
import { LanguageSwitch, type EditedLanguage } from '../../shared/LanguageSwitch.tsx';
import { textsIn, type PageFormState } from '../usePageForm.ts';

const widths = [
  { value: 'phone', label: t`Phone` },
  { value: 'desktop', label: t`Desktop` },
] as const;
const widthPixels = { phone: 390, desktop: 1280 } as const;
type Device = keyof typeof widthPixels;
type Size = { width: number; height: number };

/** The page as visitors of a language would see it, at the width of a phone or a desktop; it opens in the language that is edited. */
export function PreviewPane({ language, formState }: { language: EditedLanguage; formState: PageFormState }) {
  const [device, setDevice] = useState<Device>('phone');
  const [shown, setShown] = useState(language);
  return (
    <Stack as="section" aria-label={t`Preview`} gap="3" h="full">
      <HStack justify="space-between" gap="2" flexWrap="wrap">
        <SegmentedToggle label={t`Width of the preview`} options={widths} value={device} onChange={setDevice} />
        <LanguageSwitch label={t`Language of the preview`} value={shown} onChange={setShown} />
      </HStack>
      {/* A frame for each language: its address says which. */}
      <PreviewFrame key={shown} language={shown} device={device} formState={formState} />
    </Stack>
  );
}

/** The frame, scaled down to the space there is. */
function PreviewFrame({ language, device, formState }: { language: EditedLanguage; device: Device; formState: PageFormState }) {
  const [space, setSpace] = useState<Size>();
  const end = useRef<HTMLDivElement>(null);
  const { frame, isReady } = usePreviewFrame({
    slug: formState.slug,
    texts: textsIn(formState, language),
    isInEnglish: language === 'sw' && formState.swahili === undefined,
  });
  const measure = useCallback((element: HTMLDivElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(
      ([entry]) => entry && setSpace({ width: entry.contentRect.width, height: entry.contentRect.height }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const width = widthPixels[device];
  const scale = space ? Math.min(1, space.width / width) : 1;
  return (
    <Box ref={measure} position="relative" flex="1" minH="0" overflow="hidden" borderWidth="1px" borderRadius="lg" bg="bg.muted">
      {!isReady && (
        <Center position="absolute" inset="0">
          <Spinner aria-label={t`The preview is loading`} />
        </Center>
      )}
      {/* The page has as many stops as links. */}
      <Button
        size="sm"
        position="absolute"
        insetStart="2"
        top="2"
        zIndex="1"
        css={{ '&:not(:focus)': { clipPath: 'inset(50%)', pointerEvents: 'none' } }}
        onClick={() => end.current?.focus()}
      >
        <Trans>Skip the preview</Trans>
      </Button>
      <iframe
        ref={frame}
        src={inLanguage(previewPath, language)}
        title={t`Preview of the page`}
        style={{
          position: 'absolute',
          top: 0,
          left: Math.max(0, ((space?.width ?? width) - width * scale) / 2),
          width,
          height: (space?.height ?? 0) / scale,
          border: 0,
          transform: `scale(${scale})`,
          transformOrigin: '0 0',
          visibility: isReady ? 'visible' : 'hidden',
        }}
      />
      <Box ref={end} tabIndex={-1} position="absolute" bottom="0" />
    </Box>
  );
}
