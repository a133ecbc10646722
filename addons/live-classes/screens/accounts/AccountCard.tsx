import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { formatDateTime } from '@masomo/domain/time';
import { Badge, Button, Card, Heading, HStack, Stack, Text } from '@masomo/design-system';
import type { Account } from '../../data/live.ts';

type AccountCardProps = {
  title: string;
  text: string;
  account: Account | undefined;
  connectLabel?: string;
  isBusy: boolean;
  canChange: boolean;
  onConnect?: () => void;
  onDisconnect: (id: string) => void;
};

/** An account at a provider: whether it is connected, since when, and how to change that. */
export function AccountCard({ title, text, account, connectLabel, isBusy, canChange, onConnect, onDisconnect }: AccountCardProps) {
  return (
    <Card.Root as="section" aria-label={title}>
      <Card.Header>
        <HStack justify="space-between" wrap="wrap" gap="3">
          <Heading as="h2" size="md">
            {title}
          </Heading>
          {account ? (
            <Badge colorPalette={account.hasProblem ? 'red' : 'green'}>{account.hasProblem ? t`Refused` : t`Connected`}</Badge>
          ) : (
            <Badge>
              <Trans>Not connected</Trans>
            </Badge>
          )}
        </HStack>
      </Card.Header>
      <Card.Body>
        <Stack gap="3" align="start">
          {account && (
            <Text overflowWrap="anywhere">
              <span translate="no">{account.label}</span> · {t`since ${formatDateTime(account.connectedAt)}`}
            </Text>
          )}
          {account?.hasProblem && (
            <Text>{t`The provider refuses the keys, so no meeting can be made. Connect the account once more.`}</Text>
          )}
          {text && <Text color="fg.muted">{text}</Text>}
          {canChange && (
            <HStack gap="2" wrap="wrap">
              {onConnect && (
                <Button size="sm" variant={account ? 'outline' : 'solid'} disabled={isBusy} onClick={onConnect}>
                  {account ? t`Connect once more` : connectLabel}
                </Button>
              )}
              {account && (
                <Button
                  size="sm"
                  variant="ghost"
                  disabled={isBusy}
                  aria-label={t`Disconnect ${account.label}`}
                  onClick={() => onDisconnect(account.id)}
                >
                  <Trans>Disconnect</Trans>
                </Button>
              )}
            </HStack>
          )}
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}
