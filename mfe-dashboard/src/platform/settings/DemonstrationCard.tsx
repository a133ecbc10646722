import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { mutate, useCommand, useQuery } from '@masomo/data';
import { demonstrationKeys, hasDemonstrationData, removeDemonstrationData } from '@masomo/data/platform/demonstration';
import { Button, Card, Heading, Stack, Text } from '@masomo/design-system';
import { ConfirmDialog, toaster } from '@masomo/design-system/overlays';

/** Removes the demonstration data; not shown once it is gone. */
export function DemonstrationCard() {
  const { data: isPresent } = useQuery(demonstrationKeys.isPresent(), hasDemonstrationData);
  const [isAsking, setIsAsking] = useState(false);
  const remove = useCommand(removeDemonstrationData, {
    invalidates: ['settings'],
    onSuccess: () => {
      setIsAsking(false);
      // Every list may have shown some of it.
      void mutate(() => true);
      toaster.success({ title: t`The demonstration data is removed` });
    },
    onError: (error) => toaster.error({ title: t`The demonstration data was not removed`, description: error.userMessage }),
  });
  if (!isPresent) return null;
  return (
    <Card.Root as="section" aria-labelledby="demonstration">
      <Card.Header>
        <Heading as="h2" size="md" id="demonstration">
          <Trans>Demonstration data</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        <Stack gap="4" align="flex-start">
          <Text>
            <Trans>
              This installation holds sample schools with their accounts, orders, statistics, pages and media. Figures count them too.
            </Trans>
          </Text>
          <Button size="sm" colorPalette="red" variant="outline" onClick={() => setIsAsking(true)}>
            <Trans>Remove demonstration data</Trans>
          </Button>
        </Stack>
      </Card.Body>
      <ConfirmDialog
        isOpen={isAsking}
        tone="danger"
        title={t`Remove the demonstration data?`}
        body={t`The sample schools, their people, orders and statistics are deleted for good, and their accounts can no longer sign in. What you added since stays, except in the sample schools.`}
        confirmLabel={t`Remove it`}
        isBusy={remove.isRunning}
        onConfirm={() => void remove.run(undefined)}
        onClose={() => setIsAsking(false)}
      />
    </Card.Root>
  );
}
