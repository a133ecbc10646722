import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { getClient } from '@masomo/auth';
import { useCommand } from '@masomo/data';
import { activateLicence } from '@masomo/data/store/licenceKeys';
import type { SchoolPlan } from '@masomo/data/store/schoolPlan';
import { formatDate } from '@masomo/domain/time';
import { Card, Heading, Stack, Text, toaster } from '@masomo/design-system';
import { FormError, SubmitButton, TextAreaField } from '@masomo/design-system/forms';

type LicenceKeyCardProps = {
  plan: SchoolPlan;
  /** The add-on whose key is to be entered, where one was chosen. */
  addon?: string | undefined;
};

/** Where a school with a server of its own enters the signed keys of what it bought; no connection is needed. */
export function LicenceKeyCard({ plan, addon }: LicenceKeyCardProps) {
  const [key, setKey] = useState('');
  const enter = useCommand(async (_, entered: string) => activateLicence(await getClient(), entered), {
    invalidates: ['orders', 'dashboard'],
    onSuccess: ({ name, validUntil }) => {
      setKey('');
      toaster.success({ title: validUntil ? t`${name} is on until ${formatDate(validUntil)}` : t`${name} is on` });
    },
  });
  return (
    <Card.Root as="section" aria-labelledby="licence-key">
      <Card.Header>
        <Heading as="h2" size="md" id="licence-key">
          <Trans>Enter a licence key</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void enter.run(key);
          }}
        >
          <Stack gap="4">
            <Text color="fg.muted">
              <Trans>
                What your school buys for its own server comes with a key. Download it from the order and paste it here; a connection is not
                needed. A renewal has a new key.
              </Trans>
            </Text>
            <Text>
              <Trans>
                The number of your school, for which keys are issued:{' '}
                <Text as="span" fontFamily="mono" overflowWrap="anywhere" htmlTranslate="no">
                  {plan.school_id}
                </Text>
              </Trans>
            </Text>
            <FormError>{enter.error?.userMessage}</FormError>
            <TextAreaField
              label={addon ? t`Licence key of ${addon}` : t`Licence key`}
              required
              rows={4}
              fontFamily="mono"
              autoComplete="off"
              spellCheck={false}
              value={key}
              onChange={(event) => setKey(event.currentTarget.value)}
            />
            <SubmitButton isBusy={enter.isRunning} busyLabel={t`Checking…`} disabled={key.trim() === ''} alignSelf="start">
              <Trans>Enter key</Trans>
            </SubmitButton>
          </Stack>
        </form>
      </Card.Body>
    </Card.Root>
  );
}
