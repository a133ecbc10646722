import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check, Minus } from 'lucide-react';
import { Badge, Box, ButtonLink, Card, Flex, Heading, Icon, List, Text, VisuallyHidden } from '@masomo/design-system';
import type { PlanEnquiry } from './planEnquiry.ts';
import { TextLink } from './TextLink.tsx';
import { useExchangeRate } from '@masomo/data/store/exchangeRate';
import { formatPrice, type Currency } from '@masomo/domain/money';
import { shownFor, type PriceOf } from './prices.tsx';
import { displayedPlanPrice, type BillingPeriod, type Plan } from '@masomo/domain/pricing';

const periodLabels = { term: msg`per term`, year: msg`per year`, month: msg`per month` } as const;

/** Subgrid rows align name, description, price, action and bullets across neighbouring cards. */
const aligned = { display: 'grid', gridRow: 'span 5', gridTemplateRows: 'subgrid' } as const;

/** A plan with its bullets and its price in each billing period, of which styles show the selected one. */
export function PlanCard({ plan, price }: { plan: Plan; price: PriceOf }) {
  const { kesPerUsd } = useExchangeRate().rate;
  const periods: readonly BillingPeriod[] = plan.period === 'term' ? ['annual', 'termly'] : ['annual'];
  return (
    <Card.Root
      as="li"
      height="full"
      {...aligned}
      position="relative"
      borderColor={plan.highlight ? 'accent.solid' : 'border'}
      outline={plan.highlight ? '1px solid' : undefined}
      outlineColor="accent.solid"
      data-plan={plan.name}
    >
      <Card.Body {...aligned} alignContent="start" gap="5" padding={{ base: '6', md: '7' }}>
        <Flex justify="space-between" align="center" gap="2" minHeight="6">
          <Heading as="h3" fontSize="xl" letterSpacing="-0.015em">
            {plan.name}
          </Heading>
          {plan.badge && (
            <Badge colorPalette="accent" variant={plan.highlight ? 'solid' : 'subtle'}>
              {plan.badge}
            </Badge>
          )}
        </Flex>
        <Text color="fg.muted" lang={plan.lang}>
          {plan.description}
        </Text>
        {periods.map((billing) => (
          <Box key={billing} css={shownFor(billing, 'block')}>
            <PlanPrice plan={plan} billing={billing} price={price} />
          </Box>
        ))}
        {periods.map((billing) => (
          <ButtonLink
            key={billing}
            to="/contact"
            state={planEnquiry(plan, billing, kesPerUsd)}
            width="full"
            variant={plan.highlight ? 'solid' : 'outline'}
            aria-label={`${actionOf(plan)}: ${plan.name}`}
            css={shownFor(billing, 'inline-flex')}
          >
            {actionOf(plan)}
          </ButtonLink>
        ))}
        <List.Root listStyleType="none" paddingInlineStart="0" gap="3" paddingTop="1">
          {plan.bullets.map((bullet) => (
            <List.Item key={bullet.text} display="flex" gap="3" color={bullet.included ? undefined : 'fg.muted'}>
              <Icon boxSize="5" marginTop="0.5" flexShrink="0" color={bullet.included ? 'accent.fg' : 'fg.muted'}>
                {bullet.included ? <Check aria-hidden /> : <Minus aria-hidden />}
              </Icon>
              <span>
                {bullet.text}
                {bullet.isPartlyReady && (
                  <>
                    {' '}
                    <TextLink to="/features">
                      <Badge>
                        <Trans>Partly in preparation</Trans>
                      </Badge>
                    </TextLink>
                  </>
                )}
                {!bullet.included && (
                  <VisuallyHidden>
                    {' '}
                    <Trans>(not included)</Trans>
                  </VisuallyHidden>
                )}
              </span>
            </List.Item>
          ))}
        </List.Root>
      </Card.Body>
    </Card.Root>
  );
}

function PlanPrice({ plan, billing, price }: { plan: Plan; billing: BillingPeriod; price: PriceOf }) {
  return (
    <>
      <Flex columnGap="3" rowGap="1" align="center" flexWrap="wrap">
        <Text fontSize="4xl" fontWeight="650" letterSpacing="-0.03em" lineHeight="1.1">
          {price(displayedPlanPrice(plan, billing))}
        </Text>
        {isDiscounted(plan, billing) && (
          <Badge colorPalette="green">
            <Trans>Save 10%</Trans>
          </Badge>
        )}
      </Flex>
      <Text marginTop="1" color="fg.muted">
        {periodOf(plan, billing)}
      </Text>
    </>
  );
}

/** The plan as its reader would name it in a message. */
function planEnquiry(plan: Plan, billing: BillingPeriod, kesPerUsd: number): PlanEnquiry {
  const version = plan.category === 'saas' ? 'SaaS' : 'Standalone';
  const period = periodOf(plan, billing);
  const labelIn = (currency: Currency) => {
    const price = formatPrice(displayedPlanPrice(plan, billing), currency, kesPerUsd);
    return t`${plan.name} (${version}), ${price} ${period}`;
  };
  return { plan: { KES: labelIn('KES'), USD: labelIn('USD') } };
}

const isDiscounted = (plan: Plan, billing: BillingPeriod) => plan.period === 'term' && billing === 'annual';

const periodOf = (plan: Plan, billing: BillingPeriod) =>
  isDiscounted(plan, billing) ? t`per term, paid yearly` : t(periodLabels[plan.period]);

function actionOf(plan: Plan): string {
  return plan.category === 'saas' ? t`Subscribe Now` : t`Contact Sales`;
}
