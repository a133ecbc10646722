import { useState } from 'react';
import { IconButton, Input, InputGroup } from '@chakra-ui/react';
import { EyeIcon, EyeOffIcon } from 'lucide-react';
import { FieldFrame } from './FieldFrame.tsx';
import type { TextFieldProps } from './TextField.tsx';

/** A password, hidden until its owner asks to see it. */
export function PasswordField({ label, error, helpText, required, readOnly, disabled, ...input }: Omit<TextFieldProps, 'type'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <FieldFrame {...{ label, error, helpText, required, readOnly, disabled }}>
      <InputGroup
        endElement={
          <IconButton size="xs" variant="ghost" type="button" aria-label={isShown ? 'Hide password' : 'Show password'} aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
            {isShown ? <EyeOffIcon size={16} /> : <EyeIcon size={16} />}
          </IconButton>
        }
      >
        <Input bg="bg.panel" {...input} type={isShown ? 'text' : 'password'} />
      </InputGroup>
    </FieldFrame>
  );
}
