import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useSession } from '@masomo/auth';
import { useCommand, useQuery } from '@masomo/data';
import { checkoutKeys, getBuyer, placeOrder, type Buyer } from '@masomo/data/store/checkout';
import { listPaymentMethods } from '@masomo/data/store/payments';
import type { PlanOffer, SchoolPlan } from '@masomo/data/store/schoolPlan';
import { formatMoney, kes } from '@masomo/domain/money';
import { billingSchema } from '@masomo/domain/orderSchemas';
import { paymentMethodLabels, type PaymentMethod } from '@masomo/domain/orders';
import { acceptsTotal } from '@masomo/domain/payments';
import { isWithinPlan } from '@masomo/domain/planLimits';
import { formatDate } from '@masomo/domain/time';
import { translate } from '@masomo/i18n';
import { ErrorState, HStack, SkeletonText, Text } from '@masomo/design-system';
import { SelectField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { newId } from '@masomo/domain/secureContext';
import { useNavigate } from '@masomo/navigation';
import { FormDialog } from '@masomo/remote/FormDialog';
import { planOption } from '../../shared/planOption.ts';
import { sizeOf } from './planLabels.ts';

type Purchase = 'renewal' | 'upgrade';
type Props = { plan: SchoolPlan; purchase: Purchase; onClose: () => void };

/** Orders a plan with the school's details; the order's page takes the payment. */
export function BuyPlanDialog(props: Props) {
  const { user } = useSession();
  const buyer = useQuery(user && checkoutKeys.buyer(user.id), (db) => getBuyer(db, user?.id ?? ''));
  const methods = useQuery(checkoutKeys.methods(), listPaymentMethods);
  if (buyer.data && methods.data && user)
    return <PlanForm {...props} buyer={{ ...buyer.data, email: user.email }} methods={methods.data} />;
  const error = buyer.error ?? methods.error;
  return (
    <FormDialog
      title={titleOf(props.purchase)}
      submitLabel={t`Close`}
      isBusy={false}
      isNotice
      onClose={props.onClose}
      onSubmit={(event) => {
        event.preventDefault();
        props.onClose();
      }}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => Promise.all([buyer.reload(), methods.reload()])} />
      ) : (
        <SkeletonText noOfLines={5} aria-busy aria-label={t`Loading`} />
      )}
    </FormDialog>
  );
}

const titleOf = (purchase: Purchase) => (purchase === 'upgrade' ? t`Upgrade your plan` : t`Renew your subscription`);
const contactSchema = billingSchema.pick({ firstName: true, lastName: true, phone: true });

/** Whole shillings; null where the plan is not sold this way. */
const priceOf = (offer: PlanOffer, purchase: Purchase, billing: 'termly' | 'annual') =>
  purchase === 'upgrade' ? offer.upgrade_price : billing === 'termly' ? offer.price_term : offer.price_year;

function PlanForm({ plan, purchase, onClose, buyer, methods }: Props & { buyer: Buyer & { email: string }; methods: PaymentMethod[] }) {
  const navigate = useNavigate();
  const offers = plan.offers.filter((offer) => purchase === 'renewal' || offer.upgrade_price !== null);
  const fitting = offers.filter((each) => isWithinPlan(sizeOf(plan), each));
  const [planId, setPlanId] = useState(
    (fitting.find(({ plan_id: id }) => purchase === 'renewal' && id === plan.plan_id) ?? fitting[0] ?? offers[0])?.plan_id ?? '',
  );
  const offer = offers.find(({ plan_id: id }) => id === planId);
  const [billing, setBilling] = useState<'termly' | 'annual'>(
    offer?.price_term === null || plan.billing === 'annual' ? 'annual' : 'termly',
  );
  const price = offer ? priceOf(offer, purchase, billing) : null;
  const possible = methods.filter((method) => acceptsTotal(method, price ?? 0));
  const [method, setMethod] = useState<PaymentMethod | undefined>(methods[0]);
  const chosenMethod = method && possible.includes(method) ? method : possible[0];
  const [idempotencyKey] = useState(newId);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(contactSchema),
    defaultValues: { firstName: buyer.firstName, lastName: buyer.lastName, phone: buyer.phone },
  });
  const order = useCommand(placeOrder, {
    invalidates: ['orders'],
    onSuccess: ({ orderNumber }) => navigate(`/store/orders/${orderNumber}`, { state: { email: buyer.email } }),
  });
  return (
    <FormDialog
      title={titleOf(purchase)}
      submitLabel={price === null ? t`Continue to payment` : t`Continue to pay ${formatMoney(kes(price))}`}
      isBusy={order.isRunning}
      error={order.error?.userMessage}
      isDisabled={price === null || chosenMethod === undefined}
      onClose={onClose}
      onSubmit={handleSubmit((contact) => {
        if (!offer || price === null || !chosenMethod) return;
        return order.run({
          idempotencyKey,
          billing: { ...contact, email: buyer.email, institution: buyer.institution, country: 'Kenya' },
          paymentMethod: chosenMethod,
          lines: [{ kind: 'plan', itemId: offer.plan_id, quantity: 1, plan: purchase === 'upgrade' ? { isUpgrade: true } : { billing } }],
          expectedTotal: price,
        });
      })}
    >
      <SelectField
        label={t`Plan`}
        options={offers.map((each) => ({
          value: each.plan_id,
          label: planOption({ name: each.name, maxStudents: each.max_students, maxCampuses: each.max_campuses }),
        }))}
        value={planId}
        onChange={(event) => setPlanId(event.currentTarget.value)}
      />
      {purchase === 'renewal' && (
        <SelectField
          label={t`Period`}
          options={[
            ...(offer?.price_term === null
              ? []
              : [{ value: 'termly', label: t`One term (4 months): ${formatMoney(kes(offer?.price_term ?? 0))}` }]),
            { value: 'annual', label: t`One year: ${formatMoney(kes(offer?.price_year ?? 0))}` },
          ]}
          value={billing}
          onChange={(event) => setBilling(event.currentTarget.value === 'annual' ? 'annual' : 'termly')}
        />
      )}
      <Text color="fg.muted">
        <Explanation plan={plan} purchase={purchase} name={offer?.name ?? ''} price={price} />
      </Text>
      <SelectField
        label={t`Payment method`}
        options={possible.map((value) => ({ value, label: translate(paymentMethodLabels[value]) }))}
        value={chosenMethod ?? ''}
        onChange={(event) => setMethod(possible.find((value) => value === event.currentTarget.value))}
      />
      <HStack gap="3" align="start">
        <TextField label={t`First name`} required error={formState.errors.firstName?.message} {...register('firstName')} />
        <TextField label={t`Last name`} error={formState.errors.lastName?.message} {...register('lastName')} />
      </HStack>
      <TextField label={t`Phone`} type="tel" required error={formState.errors.phone?.message} {...register('phone')} />
    </FormDialog>
  );
}

/** What the money buys, said before it is paid. */
function Explanation({ plan, purchase, name, price }: { plan: SchoolPlan; purchase: Purchase; name: string; price: number | null }) {
  const end = plan.ends_on ? formatDate(plan.ends_on) : '';
  const running = plan.periods.find((period) => period.started_on <= plan.today && period.ends_on >= plan.today);
  if (purchase === 'upgrade')
    return (
      <Trans>
        {formatMoney(kes(price ?? 0))} is the difference between the two plans for the days left until{' '}
        {running ? formatDate(running.ends_on) : end}. {name} starts as soon as it is paid.
      </Trans>
    );
  if (plan.state === 'trial') return <Trans>It starts the day after your trial, which runs until {end}.</Trans>;
  if (plan.state === 'active') return <Trans>It is added after {end}, the last day paid for. A different plan starts the day after.</Trans>;
  return <Trans>It starts on the day you pay.</Trans>;
}
