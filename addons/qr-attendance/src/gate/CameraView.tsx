import { t } from '@lingui/core/macro';
import { Box, Center, HStack, Text } from '@masomo/design-system';
import type { StoredScan } from './gateStore.ts';
import { scanName } from './outcomeLabels.ts';
import { ScanBadge } from './ScanBadge.tsx';
import { useCamera, type CameraState } from './useCamera.ts';

const texts: Record<Exclude<CameraState, 'on'>, string> = {
  starting: t`Starting the camera...`,
  insecure: t`The camera works on pages with https only. Type numbers below, or use a hand scanner.`,
  refused: t`The camera is blocked for this site. Allow it in the browser's settings, or type numbers below.`,
  missing: t`No camera was found. Type numbers below, or use a hand scanner.`,
};

type Props = { onCode: (code: string) => void; latest: StoredScan | undefined };

/** The picture of the camera, with the place where a card is held and who was scanned last: on a phone the list of scans is below the screen. */
export function CameraView({ onCode, latest }: Props) {
  const { video, state } = useCamera(onCode);
  return (
    <Box borderWidth="1px" borderRadius="lg" overflow="hidden">
      <Box position="relative" bg="black" aspectRatio={state === 'on' || state === 'starting' ? '4/3' : 'auto'}>
        <video
          ref={video}
          muted
          playsInline
          aria-label={t`Camera view`}
          style={{ width: '100%', height: '100%', objectFit: 'cover', display: state === 'on' ? 'block' : 'none' }}
        />
        {state === 'on' ? (
          <Box position="absolute" inset="15%" borderWidth="3px" borderColor="white" borderRadius="xl" opacity="0.7" aria-hidden />
        ) : (
          <Center minH="40" p="6" role="status">
            <Text color="white" textAlign="center">
              {texts[state]}
            </Text>
          </Center>
        )}
      </Box>
      <HStack aria-hidden justify="space-between" gap="3" minH="14" px="4" bg="bg.panel">
        {latest ? (
          <>
            <Text fontWeight="600" fontSize="lg" truncate>
              {scanName(latest)}
            </Text>
            <ScanBadge outcome={latest.outcome} />
          </>
        ) : (
          <Text color="fg.muted">{t`Nobody has been scanned yet`}</Text>
        )}
      </HStack>
    </Box>
  );
}
