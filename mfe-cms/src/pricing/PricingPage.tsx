import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import { useLocation, useNavigate } from '@masomo/navigation';
import { ButtonLink } from '@masomo/design-system';
import { moreStyles, PageHeader, useCurrentInView } from '@masomo/design-system/admin';
import { Tabs } from '@masomo/design-system/overlays';
import { RemountOnNavigate } from '../shared/RemountOnNavigate.tsx';
import { AddonsTab } from './AddonsTab.tsx';
import { PlansTab } from './PlansTab.tsx';
import { PricesTab } from './PricesTab.tsx';
import { ServicesTab } from './ServicesTab.tsx';

const tabs = [
  { value: 'plans', label: t`Pricing Plans`, Tab: PlansTab },
  { value: 'addons', label: t`Add-ons`, Tab: AddonsTab },
  { value: 'services', label: t`Services`, Tab: ServicesTab },
  { value: 'prices', label: t`All prices`, Tab: PricesTab },
] as const;

/** The price book: plans, add-ons, services, and all prices compared with what the public pages list. */
export function PricingPage() {
  const navigate = useNavigate();
  const requestedTab = new URLSearchParams(useLocation().search).get('tab');
  const activeTab = tabs.find(({ value }) => value === requestedTab)?.value ?? 'plans';
  const list = useRef<HTMLDivElement>(null);
  useCurrentInView(list, activeTab);
  return (
    <>
      <PageHeader
        title={t`Pricing`}
        description={t`One price book for the pricing page, the features page, the store and checkout.`}
        actions={
          <ButtonLink to="/pricing" size="sm" variant="outline">
            <Trans>View page</Trans>
          </ButtonLink>
        }
      />
      <Tabs.Root
        value={activeTab}
        onValueChange={({ value }) => void navigate(`/dashboard/cms/pricing?tab=${value}`)}
        lazyMount
        unmountOnExit
      >
        <Tabs.List
          ref={list}
          aria-label={t`Pricing`}
          // The row reaches the edges of a phone's screen, so that it is seen to go on.
          mx={{ base: '-4', md: '0' }}
          px={{ base: '1', md: '0' }}
          css={moreStyles}
        >
          {tabs.map(({ value, label }) => (
            <Tabs.Trigger key={value} value={value}>
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {tabs.map(({ value, Tab }) => (
          <Tabs.Content key={value} value={value}>
            <RemountOnNavigate>
              <Tab />
            </RemountOnNavigate>
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </>
  );
}
