import { t } from '@lingui/core/macro';
import type { ListedInvoice } from '@masomo/data/money/feeLists';
import type { FoundPerson } from '@masomo/data/people/findPeople';
import { contentPath, type CmsSearchResult, type SearchResultKind } from '@masomo/data/site/cmsSearch';
import type { FoundOrder } from '@masomo/data/store/findOrders';
import { orderStatusLabels } from '@masomo/domain/orders';
import { translate } from '@masomo/i18n';

/** One thing that the search found: `detail` tells namesakes apart, `kind` says what it is. */
export type Match = { path: string; label: string; detail: string; kind: string };

const pathByKind: Record<string, (match: FoundPerson) => string> = {
  student: ({ id }) => `/dashboard/students/${id}`,
  staff: ({ name }) => `/dashboard/staff?search=${encodeURIComponent(name)}`,
  school: ({ id }) => `/dashboard/schools/${id}`,
  account: ({ detail }) => `/dashboard/users?search=${encodeURIComponent(detail)}`,
};
const kindLabels: Record<string, string> = { student: t`Student`, staff: t`Staff member`, school: t`School`, account: t`Account` };

export const matchOfPerson = (found: FoundPerson): Match => ({
  path: pathByKind[found.kind]?.(found) ?? '/dashboard',
  label: found.name,
  detail: found.detail,
  kind: kindLabels[found.kind] ?? '',
});

export const matchOfOrder = ({ id, number, customer, status }: FoundOrder): Match => ({
  path: `/dashboard/store/orders?order=${id}`,
  label: number,
  detail: customer,
  kind: translate(orderStatusLabels[status]),
});

const contentLabels: Record<Exclude<SearchResultKind, 'setting'>, string> = {
  page: t`Page`,
  media: t`File`,
  question: t`Question`,
  testimonial: t`Testimonial`,
  price: t`Price`,
  redirect: t`Redirect`,
};

/** What the site holds. Its groups of settings have screens, which are found by name. */
export const matchesOfContent = (found: readonly CmsSearchResult[]): Match[] =>
  found.flatMap(({ kind, ...result }) =>
    kind === 'setting'
      ? []
      : [{ path: contentPath({ kind, ...result }), label: result.title, detail: result.detail, kind: contentLabels[kind] }],
  );

export const matchOfInvoice = ({ studentId, number, student, term }: ListedInvoice): Match => ({
  // The address of the student's account, which several invoices share.
  path: `/dashboard/finances/${studentId}`,
  label: number,
  detail: `${student} · ${term}`,
  kind: t`Invoice`,
});
