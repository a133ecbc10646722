import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { HTMLAttributes } from 'react';
import { Alert, Text } from '@masomo/design-system';

type TicketConfirmationProps = { response: Record<string, unknown> } & Pick<
  HTMLAttributes<HTMLElement>,
  'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'
>;

function nextStep({ isMailLimited }: Record<string, unknown>): string {
  if (isMailLimited === true)
    return t`We have your request and answer within 24 hours. Today’s limit of emails is used up, so no confirmation is sent: please note the number.`;
  return t`We have your request. The confirmation email will follow shortly; please note the number until then.`;
}

/** Confirms a stored ticket with its number, and whether a confirmation mail follows. */
export function TicketConfirmation({ response, ...pauseProps }: TicketConfirmationProps) {
  const ticketNumber = typeof response['ticketNumber'] === 'string' ? response['ticketNumber'] : undefined;
  return (
    <Alert.Root status="success" role="status" {...pauseProps}>
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>
          <Trans>Support request received</Trans>
        </Alert.Title>
        <Alert.Description>
          {ticketNumber && (
            <Text>
              <Trans>
                Your ticket number is <Text as="strong">{ticketNumber}</Text>.
              </Trans>
            </Text>
          )}
          <Text>{nextStep(response)}</Text>
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
