import { t } from '@lingui/core/macro';
import type { ListedInvoice } from '@masomo/data/money/feeLists';
import type { FoundPerson } from '@masomo/data/people/findPeople';
import type { CmsSearchResult } from '@masomo/data/site/cmsSearch';
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

export const matchOfPage = ({ id, title, detail }: CmsSearchResult): Match => ({
  path: `/dashboard/cms/pages/${id}/edit`,
  label: title,
  detail,
  kind: t`Page`,
});

export const matchOfInvoice = ({ studentId, number, student, term }: ListedInvoice): Match => ({
  // The address of the student's account, which several invoices share.
  path: `/dashboard/finances/${studentId}`,
  label: number,
  detail: `${student} · ${term}`,
  kind: t`Invoice`,
});
