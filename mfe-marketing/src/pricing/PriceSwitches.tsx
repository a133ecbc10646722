import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { ExternalLink, SegmentedToggle, Stack, Text } from '@masomo/design-system';
import { formatRate, rateAge } from '@masomo/domain/currency';
import { currencies } from '@masomo/domain/money';
import { useCurrency, type CurrencyChoice } from '@masomo/data/store/exchangeRate';
import { say } from '@masomo/data';

const periods = [
  { value: 'termly', label: msg`Termly` },
  { value: 'annual', label: msg`Annual` },
] as const;

/** Toggles for billing period and currency, with the exchange rate. */
export function PriceSwitches() {
  const currency = useCurrency();
  return (
    <Stack gap="4" align="flex-start" marginTop="4" width="full">
      <Stack direction={{ base: 'column', sm: 'row' }} gap="4" align={{ base: 'flex-start', sm: 'center' }}>
        <SegmentedToggle
          label={t`Billing period`}
          name="billing"
          defaultValue="annual"
          options={periods.map(({ value, label }) => ({ value, label: t(label) }))}
        />
        <SegmentedToggle
          label={t`Currency`}
          name="currency"
          value={currency.currency}
          onChange={currency.setCurrency}
          options={currencies.map((value) => ({ value, label: value }))}
        />
      </Stack>
      <RateLine currency={currency} />
    </Stack>
  );
}

function RateLine({ currency }: { currency: CurrencyChoice }) {
  // The age depends on the visitor's clock, so it renders only after hydration.
  const [now, setNow] = useState<number>();
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  if (currency.isLoading)
    return (
      <Text color="fg.muted" fontSize="sm" role="status">
        <Trans>Loading...</Trans>
      </Text>
    );
  return (
    <Text color="fg.muted" fontSize="sm">
      {formatRate(currency.rate)}
      {'. '}
      <Trans>
        Charged in KES, VAT included. <ExternalLink href="https://www.exchangerate-api.com">Rates by Exchange Rate API</ExternalLink>
      </Trans>
      {/* Its line is kept free, so that nothing moves when the age appears. */}
      <Text as="span" display="block" minHeight="1lh" css={{ '&::first-letter': { textTransform: 'uppercase' } }}>
        {now !== undefined && say(rateAge(currency.rate, now))}
      </Text>
    </Text>
  );
}
