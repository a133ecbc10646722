import { t } from '@lingui/core/macro';
import { useQuery } from '@masomo/data';
import { Box, ButtonLink, EmptyState, ErrorState, SkeletonText } from '@masomo/design-system';
import { SelectField } from '@masomo/design-system/forms';
import { useSearchParams } from '@masomo/navigation';
import { cbseKeys, listYearClasses, type YearClass } from '../../data/cbse.ts';
import { cbseHome } from './cbseHome.ts';

type Chosen = {
  yearClass: YearClass;
  part: YearClass['parts'][number];
  /** Lists of classes and, where there are several, of the parts of the year. */
  selects: React.ReactNode;
};

/** The class and the part of the year in the address, by default the first ones; `instead` is shown while there is none. */
export function useChosenClass({ hasParts = true } = {}):
  { chosen: Chosen; instead?: undefined } | { chosen?: undefined; instead: React.ReactNode } {
  const [params, setParams] = useSearchParams();
  const { data: classes, error, reload } = useQuery(cbseKeys.classes(), listYearClasses);
  if (error && !classes) return { instead: <ErrorState error={error} onRetry={reload} /> };
  if (!classes) return { instead: <SkeletonText noOfLines={8} gap="4" aria-busy aria-label={t`Loading`} /> };
  const yearClass = classes.find(({ id }) => id === params.get('class')) ?? classes[0];
  const part = yearClass?.parts.find(({ part: number }) => String(number) === params.get('part')) ?? yearClass?.parts[0];
  if (!yearClass || !part)
    return {
      instead: (
        <EmptyState title={t`No class is examined yet`} action={<ButtonLink to={cbseHome}>{t`Classes`}</ButtonLink>}>
          {t`Marks and results are here once a class has been added.`}
        </EmptyState>
      ),
    };
  const choose = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    next.set(name, value);
    if (name === 'class') next.delete('subject');
    setParams(next, { replace: true });
  };
  const selects = (
    <>
      <Box w={{ base: 'full', sm: '72' }}>
        <SelectField
          label={t`Class`}
          options={classes.map((row) => ({ value: row.id, label: `${row.className}, ${row.year}` }))}
          value={yearClass.id}
          onChange={(event) => choose('class', event.currentTarget.value)}
        />
      </Box>
      {hasParts && yearClass.parts.length > 1 && (
        <Box w={{ base: 'full', sm: '48' }}>
          <SelectField
            label={t`Term`}
            options={yearClass.parts.map((row) => ({ value: String(row.part), label: row.name }))}
            value={String(part.part)}
            onChange={(event) => choose('part', event.currentTarget.value)}
          />
        </Box>
      )}
    </>
  );
  return { chosen: { yearClass, part, selects } };
}
