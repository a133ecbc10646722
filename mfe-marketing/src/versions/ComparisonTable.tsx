import { t } from '@lingui/core/macro';
import { PlainTable } from '@masomo/design-system/plainTable';
import { startingPrice, type PriceCategory } from '@masomo/domain/pricing';
import { useCurrency } from '@masomo/data/store/exchangeRate';
import { usePlans } from '../shared/usePlans.ts';
import { comparison } from './content.ts';

/** Comparison of both versions; prices come from the price book. */
export function ComparisonTable() {
  const { plans } = usePlans();
  const { format } = useCurrency();
  const from = (version: PriceCategory) => {
    const price = plans && startingPrice(plans, version);
    if (price === undefined) return t`See the pricing page`;
    return version === 'saas' ? t`from ${format(price)} a term, paid yearly` : t`from ${format(price)} a year`;
  };
  return (
    <PlainTable
      label={t`SaaS and Standalone compared`}
      scrollLabel={t`SaaS and Standalone compared`}
      size="lg"
      css={{
        whiteSpace: 'normal',
        borderWidth: '1px',
        borderColor: 'border',
        borderRadius: '2xl',
        background: 'bg.panel',
        '& tbody th': { fontWeight: '600', color: 'fg' },
      }}
      columns={[
        {
          id: 'what',
          header: t`What differs`,
          isHeaderHidden: true,
          isRowName: true,
          css: { width: '24%' },
          cell: ({ label }) => t(label),
        },
        {
          id: 'saas',
          header: t`SaaS`,
          css: { width: '38%', minWidth: '44' },
          cell: (row) => ('price' in row ? from('saas') : t(row.saas)),
        },
        {
          id: 'standalone',
          header: t`Standalone`,
          css: { width: '38%', minWidth: '44' },
          cell: (row) => ('price' in row ? from('standalone') : t(row.standalone)),
        },
      ]}
      rows={comparison}
      rowKey={({ label }) => t(label)}
    />
  );
}
