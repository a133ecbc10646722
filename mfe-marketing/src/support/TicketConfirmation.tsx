import type { HTMLAttributes } from 'react';
import { Alert, Text } from '@masomo/design-system';

type TicketConfirmationProps = { answer: Record<string, unknown> } & Pick<
  HTMLAttributes<HTMLElement>,
  'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'
>;

/** Confirms a stored ticket with its number, and whether the confirmation mail was sent already. */
export function TicketConfirmation({ answer, ...pauseProps }: TicketConfirmationProps) {
  const ticketNumber = typeof answer['ticketNumber'] === 'string' ? answer['ticketNumber'] : undefined;
  return (
    <Alert.Root status="success" role="status" {...pauseProps}>
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>Support request received</Alert.Title>
        <Alert.Description>
          {ticketNumber && (
            <Text>
              Your ticket number is <Text as="strong">{ticketNumber}</Text>.
            </Text>
          )}
          <Text>
            {answer['emailSent'] === true
              ? 'A confirmation is in your inbox. We answer within 24 hours.'
              : 'Your request is safe with us. The confirmation email will follow shortly; please note the number until then.'}
          </Text>
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
