import { t } from '@lingui/core/macro';
import type { Ref } from 'react';
import { HStack } from '@masomo/design-system';
import { FieldFrame, Input } from '@masomo/design-system/forms';

type ColorFieldProps = {
  name: string;
  value: string;
  ref: Ref<HTMLInputElement>;
  error: string | undefined;
  onChange: (color: string) => void;
  onBlur: () => void;
};

const isColor = (typed: string) => /^#[0-9a-f]{6}$/i.test(typed.trim());

/** A colour as its code, beside the browser's own picker. */
export function ColorField({ name, value, ref, error, onChange, onBlur }: ColorFieldProps) {
  return (
    <FieldFrame
      label={t`Colour`}
      required
      error={error}
      helpText={t`Of the school’s name, lines and amounts. It has to be dark enough for white paper.`}
    >
      {(control) => (
        <HStack gap="2" w="full">
          <Input
            type="color"
            aria-label={t`Choose the colour`}
            w="12"
            p="1"
            flexShrink="0"
            value={isColor(value) ? value.trim() : '#000000'}
            onChange={(event) => onChange(event.target.value)}
          />
          <Input
            {...control}
            ref={ref}
            name={name}
            value={value}
            translate="no"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          />
        </HStack>
      )}
    </FieldFrame>
  );
}
