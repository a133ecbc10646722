import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, mutate, useCommand, useQuery } from '@masomo/data';
import { demonstrationKeys, hasDemonstrationData, removeDemonstrationData } from '@masomo/data/platform/demonstration';
import { Button, Card, Heading, Stack, Text, toaster } from '@masomo/design-system';
import { ConfirmDialog } from '@masomo/design-system/overlays';

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
      toaster.success({ title: t`Demonstration data removed` });
    },
    onError: (error) => toaster.error(failureMessage(error, t`The demonstration data was not removed`)),
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
              This installation contains sample schools with accounts, orders, statistics, pages and media. Figures include them.
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
        title={t`Remove demonstration data?`}
        body={t`This permanently deletes the sample schools with their people, orders and statistics, and their accounts can no longer sign in. What you added elsewhere is kept.`}
        confirmLabel={t`Remove data`}
        isBusy={remove.isRunning}
        onConfirm={() => void remove.run(undefined)}
        onClose={() => setIsAsking(false)}
      />
    </Card.Root>
  );
}
