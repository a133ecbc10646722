import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { countRecoveryCodes, makeRecoveryCodes } from '@masomo/auth';
import { useCommand, useQuery } from '@masomo/data';
import { saveText } from '@masomo/documents/saveFile';
import { Box, Button, HStack, SimpleGrid, Stack, Text } from '@masomo/design-system';
import { FormError } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { printLines } from '@masomo/remote/printLines';

/** Recovery codes for a lost phone: how many are left, and new ones, shown once. */
export function RecoveryCodes({ userId }: { userId: string }) {
  const [codes, setCodes] = useState<string[]>();
  const [isConfirming, setIsConfirming] = useState(false);
  const { data: left, error } = useQuery(['recovery_codes', userId], () => countRecoveryCodes());
  const make = useCommand(() => makeRecoveryCodes(), {
    invalidates: ['recovery_codes'],
    onSuccess: (made) => {
      setIsConfirming(false);
      setCodes(made);
    },
    onError: () => setIsConfirming(false),
  });
  return (
    <Stack gap="3" w="full" borderTopWidth="1px" pt="4">
      <Text fontWeight="600">
        <Trans>Recovery codes</Trans>
      </Text>
      <Text color="fg.muted">
        {left === undefined
          ? (error?.userMessage ?? t`Counting...`)
          : left === 0
            ? t`You have none. Create some to sign in if you lose your phone.`
            : t`${plural(left, { one: '# code left.', other: '# codes left.' })} Use one to sign in if you lose your phone, then set up the new phone and create new codes.`}
      </Text>
      <FormError>{make.error?.userMessage}</FormError>
      {codes && (
        <Box borderWidth="1px" borderRadius="md" p="4">
          <Text mb="3">
            <Trans>Keep these somewhere safe. They are not shown again.</Trans>
          </Text>
          <SimpleGrid
            as="ul"
            listStyleType="none"
            ps="0"
            columns={{ base: 1, sm: 2 }}
            gap="2"
            fontFamily="mono"
            aria-label={t`Your recovery codes`}
          >
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </SimpleGrid>
          <HStack mt="4" gap="2">
            <Button size="sm" onClick={() => saveText('recovery-codes.txt', `${codes.join('\n')}\n`)}>
              <Trans>Download</Trans>
            </Button>
            <Button size="sm" variant="outline" onClick={() => printLines(t`Your recovery codes`, codes)}>
              <Trans>Print</Trans>
            </Button>
            <Button size="sm" variant="outline" onClick={() => setCodes(undefined)}>
              <Trans>I have saved them</Trans>
            </Button>
          </HStack>
        </Box>
      )}
      <Button
        size="sm"
        variant="outline"
        alignSelf="flex-start"
        disabled={make.isRunning || left === undefined}
        onClick={() => (left ? setIsConfirming(true) : void make.run(undefined))}
      >
        {left ? t`Create new codes` : t`Create recovery codes`}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t`Create new codes?`}
        body={t`Your current codes will stop working.`}
        confirmLabel={t`Create new codes`}
        isBusy={make.isRunning}
        onConfirm={() => void make.run(undefined)}
        onClose={() => setIsConfirming(false)}
      />
    </Stack>
  );
}
