import { t } from '@lingui/core/macro';
import type { PaymentMethod } from '@masomo/domain/orders';

/** Texts for the buyer: `choice` beside the option, `next` before placing the order. */
export const paymentMethodDescriptions: Record<PaymentMethod, { choice: string; next: string }> = {
  mpesa: {
    choice: t`Confirm the request with your M-Pesa PIN`,
    next: t`We send a payment request to your phone. Enter your M-Pesa PIN there to pay.`,
  },
  card: {
    choice: t`Pay on our card provider’s secure page`,
    next: t`You continue on our card provider’s secure page and come back here when you have paid.`,
  },
  bank: {
    choice: t`Get a proforma invoice and pay by transfer`,
    next: t`We place your order and give you a proforma invoice with the account and your payment reference. Nothing is charged now.`,
  },
};
