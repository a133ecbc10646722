import type { ReactNode } from 'react';
import { Box, HStack, Stack } from '@masomo/design-system';
import { CameraView } from './CameraView.tsx';
import type { CodeFormat } from './codeFormats.ts';
import { NumberForm } from './NumberForm.tsx';
import { useCamera } from './useCamera.ts';

const cards: readonly CodeFormat[] = ['qr_code'];

type ScannerProps = {
  /** Gets each code that is seen or typed. The camera reports a code several times while it is held up. */
  onCode: (code: string) => void;
  /** What is read; cards with QR codes unless it says otherwise. */
  formats?: readonly CodeFormat[];
  /** Label of the field for what is typed. */
  label: string;
  /** Text of the button beside it. */
  action: string;
  /** What was scanned last: on a phone the list of a screen lies below it. */
  latest?: ReactNode;
};

/** Reads codes with the camera, a hand scanner or by their numbers. Without a camera it says why, and what is typed works. */
export function Scanner({ onCode, formats = cards, label, action, latest }: ScannerProps) {
  const camera = useCamera(formats, onCode);
  return (
    <Stack gap="5">
      <Box borderWidth="1px" borderRadius="lg" overflow="hidden">
        <CameraView {...camera} />
        {latest !== undefined && (
          <HStack aria-hidden justify="space-between" gap="3" minH="14" px="4" bg="bg.panel">
            {latest}
          </HStack>
        )}
      </Box>
      <NumberForm label={label} action={action} onNumber={onCode} />
    </Stack>
  );
}
