import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { StoreItem } from '@masomo/data/store/catalogue';
import type { CurrencyChoice } from '@masomo/data/store/exchangeRate';
import { ButtonLink, EmptyState } from '@masomo/design-system';
import { useForm, zodResolver } from '@masomo/design-system/forms';
import type { PricedCart } from '@masomo/domain/cart';
import { checkoutDetailsSchema, type CheckoutDetails } from './checkoutDetails.ts';
import { DetailsStep } from './DetailsStep.tsx';
import { AlreadyOrderedStep } from './AlreadyOrderedStep.tsx';
import { PayingStep } from './PayingStep.tsx';
import { PaymentStep } from './PaymentStep.tsx';
import { SuccessStep } from './SuccessStep.tsx';
import { ResumeOrderStep } from './ResumeOrderStep.tsx';
import type { Checkout } from './useCheckout.ts';
import type { CheckoutTerms } from './useCheckoutTerms.ts';

type Props = {
  checkout: Checkout;
  terms: CheckoutTerms;
  priced: PricedCart<StoreItem>;
  choice: CurrencyChoice;
  onAccept: () => void;
  onClose: () => void;
  /** The order is placed: cart and checkout close. */
  onDone: () => void;
};

/** The buyer's current step. The form lives above the steps so that Back restores its values. */
export function CheckoutSteps({ checkout, terms, priced, choice, onAccept, onClose, onDone }: Props) {
  const { methods, buyer, bank } = terms;
  const form = useForm<CheckoutDetails>({
    resolver: zodResolver(checkoutDetailsSchema),
    defaultValues: {
      firstName: '',
      lastName: '',
      email: '',
      phone: '',
      institution: '',
      billingAddress: '',
      city: '',
      country: 'Kenya',
      kraPin: '',
      ...buyer,
      ...(methods[0] ? { paymentMethod: methods[0] } : {}),
    },
  });
  const { step, details, order } = checkout;
  if (step === 'paying' && order) return <PayingStep order={order} payment={checkout.payment} onDone={onDone} />;
  if (step === 'resume') return <ResumeOrderStep checkout={checkout} onClose={onClose} />;
  if (step === 'success' && order) return <SuccessStep order={order} needsKey={checkout.needsKey} bank={bank} onDone={onDone} />;
  if (priced.lines.length === 0 && priced.dropped.length === 0 && !checkout.isPaying) return <AlreadyOrderedStep onDone={onDone} />;
  if (methods.length === 0) {
    return (
      <EmptyState
        title={t`Orders are not taken online right now`}
        action={
          <ButtonLink to="/contact">
            <Trans>Contact us</Trans>
          </ButtonLink>
        }
      >
        <Trans>No payment method is available at the moment. Your cart is kept; write to us and we’ll place the order with you.</Trans>
      </EmptyState>
    );
  }
  if (step === 'payment' && details)
    return <PaymentStep checkout={checkout} details={details} priced={priced} choice={choice} onAccept={onAccept} />;
  return (
    <DetailsStep
      form={form}
      methods={methods}
      amount={priced.total}
      onSubmit={checkout.toPayment}
      onCancel={onClose}
      refusal={checkout.error}
      total={choice.format(priced.total)}
    />
  );
}
