import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, HStack, Image, Stack, Text } from '@masomo/design-system';
import { TextField } from '@masomo/design-system/forms';

type FocalPointProps = { url: string; x: number; y: number; onChange: (x: number, y: number) => void };

const percent = (value: number) => Math.max(0, Math.min(100, Math.round(value) || 0));

/** Sets the point of an image that stays visible wherever it is cropped, by pointer or in percent. */
export function FocalPoint({ url, x, y, onChange }: FocalPointProps) {
  function handlePointer(event: React.PointerEvent<HTMLElement>) {
    if (event.type === 'pointermove' && event.buttons === 0) return;
    const area = event.currentTarget.getBoundingClientRect();
    onChange(percent(((event.clientX - area.left) / area.width) * 100), percent(((event.clientY - area.top) / area.height) * 100));
  }
  return (
    <Stack gap="3" role="group" aria-label={t`Focal point`}>
      <Text textStyle="sm" fontWeight="550">
        <Trans>Focal point</Trans>
      </Text>
      <HStack gap="4" align="flex-start" flexWrap="wrap">
        <Box
          position="relative"
          w="fit-content"
          cursor="crosshair"
          touchAction="none"
          userSelect="none"
          onPointerDown={handlePointer}
          onPointerMove={handlePointer}
        >
          <Image src={url} alt="" maxH="56" maxW="full" borderRadius="md" draggable={false} />
          <Box
            position="absolute"
            boxSize="6"
            borderRadius="full"
            borderWidth="2px"
            borderColor="white"
            boxShadow="0 0 0 2px black, inset 0 0 0 2px black"
            pointerEvents="none"
            style={{ left: `calc(${x}% - 12px)`, top: `calc(${y}% - 12px)` }}
          />
        </Box>
        <Stack gap="2">
          <Text textStyle="xs" color="fg.muted">
            <Trans>Cropped</Trans>
          </Text>
          <HStack gap="2" align="flex-start">
            {['21/9', '4/3', '1'].map((shape) => (
              <Image
                key={shape}
                src={url}
                alt=""
                h="16"
                aspectRatio={shape}
                objectFit="cover"
                borderRadius="sm"
                style={{ objectPosition: `${x}% ${y}%` }}
              />
            ))}
          </HStack>
        </Stack>
      </HStack>
      <HStack gap="4">
        <TextField
          label={t`From the left, %`}
          type="number"
          min={0}
          max={100}
          value={String(x)}
          onChange={(event) => onChange(percent(event.currentTarget.valueAsNumber), y)}
        />
        <TextField
          label={t`From the top, %`}
          type="number"
          min={0}
          max={100}
          value={String(y)}
          onChange={(event) => onChange(x, percent(event.currentTarget.valueAsNumber))}
        />
      </HStack>
      <Text textStyle="xs" color="fg.muted">
        <Trans>Stays visible when pages crop the image.</Trans>
      </Text>
    </Stack>
  );
}
