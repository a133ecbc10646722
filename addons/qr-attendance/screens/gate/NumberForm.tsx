import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Box, Button, HStack } from '@masomo/design-system';
import { TextField } from '@masomo/design-system/forms';

/** For a forgotten card, and for a hand scanner, which types the code and presses Enter. */
export function NumberForm({ onNumber }: { onNumber: (number: string) => void }) {
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
            label={t`Admission or staff number`}
            autoComplete="off"
            maxLength={40}
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value)}
          />
        </Box>
        <Button type="submit" disabled={number.trim() === ''}>
          <Trans>Record</Trans>
        </Button>
      </HStack>
    </form>
  );
}
