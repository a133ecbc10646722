import { t } from '@lingui/core/macro';
import type { FamilyHome } from '@masomo/data/platform/familyHome';
import { formatNumber, formatPercent } from '@masomo/domain/number';
import { ChartCard } from '@masomo/remote/ChartCard';

/** A student's mean over all subjects, assessment by assessment. */
export function ResultsChart({ results }: { results: NonNullable<FamilyHome['own']>['results'] }) {
  return (
    <ChartCard
      kind="line"
      title={t`Your results`}
      unit="%"
      pointName={t`Assessment`}
      limit={100}
      format={formatPercent}
      empty={t`Your results appear here once teachers enter marks.`}
      series={[{ key: 'share', label: t`Mean of your subjects`, color: 'green' }]}
      details={[{ label: t`Subjects`, values: results.map(({ subjects }) => formatNumber(subjects)) }]}
      points={results.map(({ term, name, share }) => ({
        key: `${term} ${name}`,
        label: `${name}, ${term}`,
        shortLabel: name,
        values: [share],
      }))}
    />
  );
}
