import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { IconButton, InputGroup } from '@chakra-ui/react';
import { EyeIcon, EyeOffIcon } from 'lucide-react';
import { Input } from './controls.tsx';
import { FieldFrame } from './FieldFrame.tsx';
import type { TextFieldProps } from './TextField.tsx';

/** A password input with a button to reveal it. */
export function PasswordField({ id, label, error, helpText, required, readOnly, disabled, ...input }: Omit<TextFieldProps, 'type'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <FieldFrame {...{ id, label, error, helpText, required, disabled }}>
      {(control) => (
        <InputGroup
          endElementProps={{ px: '1' }}
          endElement={
            <IconButton
              size="xs"
              boxSize="8"
              variant="ghost"
              type="button"
              aria-label={t`Show password`}
              aria-pressed={isShown}
              disabled={disabled}
              onClick={() => setIsShown(!isShown)}
            >
              {isShown ? <EyeOffIcon aria-hidden /> : <EyeIcon aria-hidden />}
            </IconButton>
          }
        >
          <Input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            readOnly={readOnly}
            type={isShown ? 'text' : 'password'}
          />
        </InputGroup>
      )}
    </FieldFrame>
  );
}
