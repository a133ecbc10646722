import { useState } from 'react';
import { Box, Button, HStack } from '@masomo/design-system';
import { TextField } from '@masomo/design-system/fields';

type NumberFormProps = { label: string; action: string; onNumber: (number: string) => void };

/** For a forgotten card or a torn label, and for a hand scanner, which types the code and presses Enter. */
export function NumberForm({ label, action, onNumber }: NumberFormProps) {
  const [number, setNumber] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onNumber(number);
        setNumber('');
      }}
    >
      <HStack align="end" gap="3">
        <Box flex="1">
          <TextField
            label={label}
            autoComplete="off"
            maxLength={40}
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value)}
          />
        </Box>
        <Button type="submit" disabled={number.trim() === ''}>
          {action}
        </Button>
      </HStack>
    </form>
  );
}
