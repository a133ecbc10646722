import { t } from '@lingui/core/macro';
import { useIsAllowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { feeListKeys, listInvoices } from '@masomo/data/money/feeLists';
import { findKeys, findPeople } from '@masomo/data/people/findPeople';
import { cmsSearchKeys, searchCms } from '@masomo/data/site/cmsSearch';
import { findOrderKeys, findOrders } from '@masomo/data/store/findOrders';
import { matchOfInvoice, matchOfOrder, matchOfPage, matchOfPerson, type Match } from './commandMatches.ts';

const shortestText = 2;
const whileTyping = { keepPreviousData: true, revalidateOnFocus: false } as const;

/** What the database finds for a text, by kind. Each kind is asked for only where the person may see its list. */
export function useCommandMatches(userId: string, text: string) {
  const isSearching = text.length >= shortestText;
  const [findsSchools, findsOrders, findsPages, findsInvoices] = [
    useIsAllowed('school:write'),
    useIsAllowed('order:read-all'),
    useIsAllowed('page:write'),
    useIsAllowed('finance:read'),
  ];
  const buys = useIsAllowed('store:buy');
  const invoices = { search: text, sort: { column: 'issued_on', descending: true }, page: 0, pageSize: 5, termId: '', classId: '' };
  const people = useQuery(isSearching ? findKeys.people(userId, text) : null, (db) => findPeople(db, text), whileTyping);
  const orders = useQuery(
    isSearching && (findsOrders || buys) ? findOrderKeys.orders(userId, text) : null,
    (db) => findOrders(db, text),
    whileTyping,
  );
  const pages = useQuery(
    isSearching && findsPages ? cmsSearchKeys.results(text, 'page') : null,
    (db) => searchCms(db, { term: text, kind: 'page' }),
    whileTyping,
  );
  const issued = useQuery(
    isSearching && findsInvoices ? feeListKeys.invoices(invoices) : null,
    (db) => listInvoices(db, invoices),
    whileTyping,
  );
  const queries = [people, orders, pages, issued];
  const groups: { heading: string; matches: Match[] }[] = isSearching
    ? [
        { heading: findsSchools ? t`People and schools` : t`People`, matches: (people.data ?? []).map(matchOfPerson) },
        { heading: t`Orders`, matches: (orders.data ?? []).map(matchOfOrder) },
        { heading: t`Pages`, matches: (pages.data ?? []).map(matchOfPage) },
        { heading: t`Invoices`, matches: (issued.data?.rows ?? []).map(matchOfInvoice) },
      ].filter(({ matches }) => matches.length > 0)
    : [];
  const failed = queries.find(({ error }) => error);
  return {
    groups,
    isSearching: isSearching && queries.some(({ isValidating }) => isValidating),
    error: isSearching ? failed?.error : undefined,
    retry: () => queries.forEach(({ error, reload }) => void (error && reload())),
  };
}
