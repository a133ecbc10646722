import { t } from '@lingui/core/macro';
import { useEffect, useMemo } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { feeListKeys, listInvoices } from '@masomo/data/money/feeLists';
import { findKeys, findPeople } from '@masomo/data/people/findPeople';
import { cmsSearchKeys, searchCms } from '@masomo/data/site/cmsSearch';
import { findOrderKeys, findOrders } from '@masomo/data/store/findOrders';
import { matchesOfContent, matchOfInvoice, matchOfOrder, matchOfPerson, type Match } from './commandMatches.ts';

const shortestText = 2;
const whileTyping = { keepPreviousData: true, revalidateOnFocus: false } as const;

/** A signal for the requests of a text: they are cancelled when it is no longer the one that is searched. */
function useSignalOf(text: string): AbortSignal {
  // eslint-disable-next-line react-hooks/exhaustive-deps -- one for each text
  const controller = useMemo(() => new AbortController(), [text]);
  useEffect(() => () => controller.abort(), [controller]);
  return controller.signal;
}

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
  const signal = useSignalOf(text);
  const invoices = { search: text, sort: { column: 'issued_on', descending: true }, page: 0, pageSize: 5, termId: '', classId: '' };
  const people = useQuery(isSearching ? findKeys.people(userId, text) : null, (db) => findPeople(db, text, signal), whileTyping);
  const orders = useQuery(
    isSearching && (findsOrders || buys) ? findOrderKeys.orders(userId, text) : null,
    (db) => findOrders(db, text, signal),
    whileTyping,
  );
  const content = useQuery(
    isSearching && findsPages ? cmsSearchKeys.results(text, '') : null,
    (db) => searchCms(db, { term: text, kind: '' }, signal),
    whileTyping,
  );
  const issued = useQuery(
    isSearching && findsInvoices ? feeListKeys.invoices(invoices) : null,
    (db) => listInvoices(db, invoices, signal),
    whileTyping,
  );
  const queries = [people, orders, content, issued];
  const groups: { heading: string; matches: Match[] }[] = isSearching
    ? [
        { heading: findsSchools ? t`People and schools` : t`People`, matches: (people.data ?? []).map(matchOfPerson) },
        { heading: t`Orders`, matches: (orders.data ?? []).map(matchOfOrder) },
        { heading: t`Pages and content`, matches: matchesOfContent(content.data ?? []) },
        { heading: t`Invoices`, matches: (issued.data?.rows ?? []).map(matchOfInvoice) },
      ].filter(({ matches }) => matches.length > 0)
    : [];
  // What was cancelled and is retried has not failed.
  const failed = queries.find(({ error, isValidating }) => error && !isValidating);
  return {
    groups,
    isSearching: isSearching && queries.some(({ isValidating }) => isValidating),
    error: isSearching ? failed?.error : undefined,
    retry: () => queries.forEach(({ error, reload }) => void (error && reload())),
  };
}
