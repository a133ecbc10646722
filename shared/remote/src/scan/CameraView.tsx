import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Button, Center, HStack, Text } from '@masomo/design-system';
import { FilterSelect } from '@masomo/design-system/fields';
import type { Camera, CameraState } from './useCamera.ts';

const texts: Record<Exclude<CameraState, 'on'>, string> = {
  starting: t`Starting the camera...`,
  insecure: t`The camera works on pages with https only. Type numbers below, or use a hand scanner.`,
  refused: t`The camera is blocked for this site. Allow it in the browser's settings, or type numbers below.`,
  missing: t`No camera was found. Type numbers below, or use a hand scanner.`,
  busy: t`Another app is using the camera. Close it and try again, or type numbers below.`,
  interrupted: t`The camera was stopped by a call or the locked screen. Try again, or type numbers below.`,
  unsupported: t`This camera cannot be used here. Choose another one in the browser's settings, or type numbers below.`,
  'no-reader': t`The code reader did not load. Check your connection and try again, or type numbers below.`,
  failed: t`The camera did not start. Try again, or type numbers below.`,
};

/** Trying again helps for these; a page without https stays as it is. */
const canRetry: readonly CameraState[] = ['refused', 'missing', 'busy', 'interrupted', 'unsupported', 'no-reader', 'failed'];

/** The picture of the camera, with the place where a code is held, or why there is none; below it the light and the choice of camera. */
export function CameraView({ video, state, restart, cameras, current, choose, torch, switchTorch }: Camera) {
  return (
    <>
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
          <Center minH="40" p="6" flexDirection="column" gap="4">
            <Text color="white" textAlign="center" role="status">
              {texts[state]}
            </Text>
            {canRetry.includes(state) && (
              <Button size="sm" variant="surface" onClick={restart}>
                <Trans>Try again</Trans>
              </Button>
            )}
          </Center>
        )}
      </Box>
      {(torch !== null || cameras.length > 1) && (
        <HStack justify="space-between" align="end" gap="3" px="4" py="3" bg="bg.panel" flexWrap="wrap">
          {cameras.length > 1 && (
            <FilterSelect
              label={t`Camera`}
              options={cameras.map(({ id, label }, index) => ({ value: id, label: label || t`Camera ${index + 1}` }))}
              value={current}
              onValueChange={choose}
            />
          )}
          {torch !== null && (
            <Button variant="outline" aria-pressed={torch} onClick={switchTorch}>
              {torch ? t`Light off` : t`Light on`}
            </Button>
          )}
        </HStack>
      )}
    </>
  );
}
