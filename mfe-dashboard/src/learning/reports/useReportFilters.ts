import { useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { listClassNames, peopleKeys } from '@masomo/data/people/people';
import { currentTerm, listTerms, schoolKeys } from '@masomo/data/platform/schools';
import { useSearchParams } from '@masomo/navigation';
import { today } from '@masomo/remote/schoolDay';

const isIsoDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Report filters live in the address, so that a report can be bookmarked and shared; the default is the current term. */
export function useReportFilters() {
  const { user } = useSession();
  const schoolId = user?.schoolId ?? null;
  const { data: terms, error, reload } = useQuery(schoolId ? schoolKeys.terms(schoolId) : null, (db) => listTerms(db, schoolId ?? ''));
  const { data: classes = [] } = useQuery(peopleKeys.classNames(), listClassNames);
  const [params, setParams] = useSearchParams();
  const term = terms?.find(({ id }) => id === params.get('term')) ?? (terms && currentTerm(terms, today()));
  const [from, to] = [params.get('from'), params.get('to')];
  const ended = term && term.endsOn < today() ? term.endsOn : today();
  const period = {
    from: isIsoDay(from) ? from : (term?.startsOn ?? today()),
    to: isIsoDay(to) ? to : ended,
    classId: params.get('class') ?? '',
  };

  function setFilters(changes: Record<string, string>) {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setParams(next, { replace: true });
  }
  return {
    reportFilters: {
      terms,
      classes,
      term,
      period,
      error,
      reload,
      address: params.toString(),
      className: classes.find(({ id }) => id === period.classId)?.name ?? '',
      /** Another term resets the dates to its own. */
      chooseTerm: (termId: string) => setFilters({ term: termId, from: '', to: '' }),
      chooseClass: (classId: string) => setFilters({ class: classId }),
      chooseDays: (days: { from?: string; to?: string }) => setFilters({ from: period.from, to: period.to, ...days }),
    },
  };
}

export type ReportFilters = ReturnType<typeof useReportFilters>['reportFilters'];
