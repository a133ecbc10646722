import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button, HStack, Image, Stack } from '@masomo/design-system';
import { MediaPicker } from '../../shared/MediaPicker.tsx';
import { DeferredTextField } from './DeferredTextField.tsx';

type ImageFieldProps = {
  label: string;
  isOptional?: boolean;
  value: string;
  error: string | undefined;
  onChange: (url: string, alt?: string) => void;
};

/** An image of the media library, or one at a URL. */
export function ImageField({ label, isOptional = false, value, error, onChange }: ImageFieldProps) {
  const [isPickerOpen, setIsPickerOpen] = useState(false);
  return (
    <Stack gap="2">
      {value && !error && <Image src={value} alt="" maxH="40" w="fit-content" maxW="full" borderRadius="md" objectFit="contain" />}
      <HStack align="flex-start" gap="2">
        <DeferredTextField label={label} required={!isOptional} maxLength={500} value={value} error={error} onWrite={onChange} />
        <Button size="sm" variant="outline" h="10" mt="7" flexShrink="0" onClick={() => setIsPickerOpen(true)}>
          <Trans>Choose from library</Trans>
        </Button>
      </HStack>
      {isPickerOpen && (
        <MediaPicker
          onClose={() => setIsPickerOpen(false)}
          onChoose={({ url, altText }) => {
            setIsPickerOpen(false);
            onChange(url, altText);
          }}
        />
      )}
    </Stack>
  );
}
