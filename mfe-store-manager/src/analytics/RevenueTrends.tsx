import { t } from '@lingui/core/macro';
import type { StoreAnalytics } from '@masomo/data/store/storeAnalytics';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatMonthAndYear } from '@masomo/domain/time';
import { Box, Stack, Table, Text } from '@masomo/design-system';
import { Bar } from './Bar.tsx';
import { Panel } from './Panel.tsx';

/** Monthly revenue of SaaS and Standalone side by side. */
export function RevenueTrends({ months }: { months: StoreAnalytics['months'] }) {
  const highest = Math.max(1, ...months.flatMap(({ saas, standalone }) => [saas, standalone]));
  return (
    <Panel title={t`Revenue Trends`}>
      <Box overflowX="auto">
        <Table.Root size="sm">
          <Table.Header>
            <Table.Row>
              {[t`Month`, t`SaaS`, t`Standalone`].map((title) => (
                <Table.ColumnHeader key={title}>{title}</Table.ColumnHeader>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {months.map(({ month, saas, standalone }) => (
              <Table.Row key={month}>
                <Table.Cell whiteSpace="nowrap">{formatMonthAndYear(`${month}-01`)}</Table.Cell>
                <Table.Cell w="40%">
                  <Amount value={saas} highest={highest} color="accent.solid" />
                </Table.Cell>
                <Table.Cell w="40%">
                  <Amount value={standalone} highest={highest} color="fg.muted" />
                </Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Box>
    </Panel>
  );
}

function Amount({ value, highest, color }: { value: number; highest: number; color: string }) {
  return (
    <Stack gap="1">
      <Text fontSize="xs" fontVariantNumeric="tabular-nums">
        {formatMoney(kes(value))}
      </Text>
      <Bar share={(value / highest) * 100} color={color} />
    </Stack>
  );
}
