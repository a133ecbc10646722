import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { EmptyState, SimpleGrid, Skeleton, Text } from '@masomo/design-system';
import { LoadFailure } from '../shared/LoadFailure.tsx';
import type { Plan, PriceCategory } from '@masomo/domain/pricing';
import type { PriceOf } from '../shared/prices.tsx';
import { Section } from '../shared/Section.tsx';
import { TextLink } from '../shared/TextLink.tsx';
import { usePlans } from '../shared/usePlans.ts';
import { AddonArea } from './AddonArea.tsx';
import { PlanCard } from '../shared/PlanCard.tsx';

/** The price book: plans of both versions, add-ons and services. */
export function PriceList({ price }: { price: PriceOf }) {
  const { plans, error, isLoading, reload } = usePlans();
  if (!isLoading && !plans)
    return (
      <Section>
        <LoadFailure error={error} onRetry={reload} />
      </Section>
    );
  return (
    <>
      <Section
        id="saas-pricing"
        eyebrow={t`SaaS`}
        title={t`In our cloud, per term`}
        lead={t`1 month free, no card needed. Unlimited users in every plan. Pay for the year and each term costs ten percent less.`}
      >
        <Plans plans={plans} category="saas" price={price} />
        <Text marginTop="8">
          <TextLink to="/trial">
            <Trans>Start your free trial</Trans>
          </TextLink>
        </Text>
      </Section>
      <Section
        id="standalone-pricing"
        tone="subtle"
        eyebrow={t`Standalone`}
        title={t`On your own server, per year`}
        lead={t`A yearly licence with lifetime updates. Live demos instead of a trial; deployment takes 1-2 weeks; hosting and domain set-up are extra.`}
      >
        <Plans plans={plans} category="standalone" price={price} />
        <Text color="fg.muted" marginTop="8">
          <Trans>
            From the second year an annual maintenance fee of 15% of the licence cost applies. The updates of your version stay yours for
            life.
          </Trans>
        </Text>
      </Section>
      <AddonArea price={price} />
    </>
  );
}

function Plans({ plans, category, price }: { plans: Plan[] | undefined; category: PriceCategory; price: PriceOf }) {
  const columns = category === 'saas' ? { base: 1, md: 2, xl: 4 } : { base: 1, lg: 3 };
  if (!plans)
    return (
      <SimpleGrid columns={columns} gap="6" aria-busy="true">
        {[0, 1, 2].map((place) => (
          <Skeleton key={place} height="96" />
        ))}
      </SimpleGrid>
    );
  const shown = plans.filter((plan) => plan.category === category);
  if (shown.length === 0)
    return (
      <EmptyState title={t`No plans are on sale right now`}>
        <Trans>Write to us and we will quote for your school.</Trans>
      </EmptyState>
    );
  return (
    <SimpleGrid as="ul" listStyleType="none" columns={columns} gap="6" alignItems="stretch">
      {shown.map((plan) => (
        <PlanCard key={plan.id} plan={plan} price={price} />
      ))}
    </SimpleGrid>
  );
}
