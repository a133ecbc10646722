import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Table, VisuallyHidden } from '@masomo/design-system';
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
    <Table.ScrollArea
      whiteSpace="normal"
      position="relative"
      tabIndex={0}
      role="region"
      aria-label={t`SaaS and Standalone compared`}
      borderWidth="1px"
      borderColor="border"
      borderRadius="2xl"
      background="bg.panel"
    >
      <Table.Root aria-label={t`SaaS and Standalone compared`} size="lg">
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader width="25%">
              <VisuallyHidden>
                <Trans>What differs</Trans>
              </VisuallyHidden>
            </Table.ColumnHeader>
            <Table.ColumnHeader scope="col" minWidth="44">
              <Trans>SaaS</Trans>
            </Table.ColumnHeader>
            <Table.ColumnHeader scope="col" minWidth="44">
              <Trans>Standalone</Trans>
            </Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {comparison.map((row) => (
            <Table.Row key={t(row.label)}>
              <Table.Cell asChild fontWeight="600">
                <th scope="row">{t(row.label)}</th>
              </Table.Cell>
              <Table.Cell>{'price' in row ? from('saas') : t(row.saas)}</Table.Cell>
              <Table.Cell>{'price' in row ? from('standalone') : t(row.standalone)}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Table.ScrollArea>
  );
}
