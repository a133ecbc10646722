import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Alert, Button, Container } from '@masomo/design-system';
import { TextLink } from './TextLink.tsx';
import { missingAddress } from './missingAddress.ts';

/** Says on the home page why it opened instead of the page that was asked for. */
export function MissingAddressNotice({ address }: { address: string }) {
  useEffect(() => () => missingAddress.set(undefined), []);
  return (
    <Container maxWidth="7xl" paddingBlock="4">
      <Alert.Root status="warning" role="status">
        <Alert.Indicator />
        <Alert.Content>
          <Alert.Title>{t`This page does not exist`}</Alert.Title>
          <Alert.Description>
            <Trans>
              There is no page at {address}. This is the home page; <TextLink to="/support">search the help pages</TextLink> or{' '}
              <TextLink to="/contact">ask us</TextLink>.
            </Trans>
          </Alert.Description>
        </Alert.Content>
        <Button size="sm" variant="outline" alignSelf="center" onClick={() => missingAddress.set(undefined)}>
          <Trans>OK</Trans>
        </Button>
      </Alert.Root>
    </Container>
  );
}
