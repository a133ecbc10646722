import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ResultsReport } from '@masomo/data/learning/reports';
import { expectationOf, expectations, followsFromPercent, gradeOf, percentText, type GradingScale } from '@masomo/domain/gradebook';
import { Card, Heading, SimpleGrid, Text } from '@masomo/design-system';
import { PlainTable } from '@masomo/design-system/plainTable';
import { LevelNames } from '../../shared/LevelNames.tsx';

/** Grade 7 comes before Grade 10. */
export const inOrder = (a: string, b: string) => a.localeCompare(b, undefined, { numeric: true });

type Scaled = ResultsReport['scales'][number];
type Counted = Scaled['subjects'][number];
type ShareRow = { id: string; name: string; counts: Record<string, number> };

/** How results of the competency-based curriculum are spread over its expectations, by subject and by class. */
export function LevelShares({ scales }: { scales: ResultsReport['scales'] }) {
  const ofLevels = scales.filter(({ scale }) => scale?.curriculum === 'cbc');
  const counted = ofLevels.filter(({ scale }) => followsFromPercent(scale));
  const judged = ofLevels
    .filter(({ scale }) => !followsFromPercent(scale))
    .flatMap(({ levels }) => levels)
    .sort(inOrder);
  return (
    <>
      {counted.length > 0 && (
        <SimpleGrid columns={{ base: 1, xl: 2 }} gap="4" alignItems="start">
          <ShareCard title={t`Levels by subject`} nameHeader={t`Subject`} rows={sharesOf(counted, ({ subjects }) => subjects)} />
          <ShareCard title={t`Levels by class`} nameHeader={t`Class`} rows={sharesOf(counted, ({ classes }) => classes)} />
        </SimpleGrid>
      )}
      {judged.length > 0 && (
        <Card.Root as="section" aria-labelledby="judged-levels">
          <Card.Header>
            <Heading as="h2" size="md" id="judged-levels">
              <Trans>Levels of {judged.join(', ')}</Trans>
            </Heading>
          </Card.Header>
          <Card.Body gap="1">
            <Text>
              <Trans>
                In these classes a teacher judges the level. It does not follow from marks, so results are not counted by level.
              </Trans>
            </Text>
            <LevelNames />
          </Card.Body>
        </Card.Root>
      )}
    </>
  );
}

/** Rows of all scales; a subject that is taught under two of them is one. */
function sharesOf(scales: readonly Scaled[], rowsOf: (entry: Scaled) => readonly Counted[]): ShareRow[] {
  const rows = new Map<string, ShareRow>();
  for (const entry of scales)
    for (const { id, name, percents } of rowsOf(entry)) {
      const row = rows.get(id) ?? { id, name, counts: {} };
      rows.set(id, row);
      for (const { percent, results } of percents) {
        const expectation = levelOf(entry.scale, percent);
        row.counts[expectation] = (row.counts[expectation] ?? 0) + results;
      }
    }
  return [...rows.values()].sort((a, b) => inOrder(a.name, b.name));
}

const levelOf = (scale: GradingScale | null, percent: number) => expectationOf(gradeOf(scale, percent)?.code ?? '') ?? '';

function ShareCard({ title, nameHeader, rows }: { title: string; nameHeader: string; rows: readonly ShareRow[] }) {
  const sum = ({ counts }: ShareRow) => Object.values(counts).reduce((total, results) => total + results, 0);
  const most = ({ counts }: ShareRow) => Math.max(...Object.values(counts));
  return (
    <Card.Root as="section" aria-label={title} minW="0">
      <Card.Header>
        <Heading as="h2" size="md">
          {title}
        </Heading>
        <LevelNames />
      </Card.Header>
      <Card.Body>
        <PlainTable
          label={title}
          scrollLabel={t`${title}, scrolls`}
          // Four levels fit on a phone where long names break.
          css={{ '& :is(th, td)': { px: { base: '1.5', sm: '3' } } }}
          columns={[
            { id: 'name', header: nameHeader, isRowName: true, css: { whiteSpace: 'normal' }, cell: ({ name }) => name },
            ...expectations.map((expectation) => ({
              id: expectation,
              header: expectation,
              align: 'end' as const,
              cell: (row: ShareRow) => {
                const results = row.counts[expectation] ?? 0;
                return (
                  <Text as="span" {...(results === 0 ? { color: 'fg.muted' } : results === most(row) ? { fontWeight: '650' } : {})}>
                    {percentText((results * 100) / sum(row))}
                  </Text>
                );
              },
            })),
          ]}
          rows={rows}
          rowKey={({ id }) => id}
        />
      </Card.Body>
    </Card.Root>
  );
}
