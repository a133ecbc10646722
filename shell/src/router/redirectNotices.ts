import { t } from '@lingui/core/macro';
import { toaster } from '@masomo/design-system';

/** Says that an address leads nowhere and that the dashboard opened in its place. */
export function tellUnknownAddress(pathname: string): void {
  toaster.warning({ title: t`This page does not exist`, description: t`There is no page at ${pathname}. This is your dashboard.` });
}

/** Says that the person's role may not open an address and that the dashboard opened in its place. */
export function tellForbiddenAddress(pathname: string): void {
  toaster.warning({
    title: t`Your role has no access to this page`,
    description: t`Ask an administrator if you need ${pathname}. This is your dashboard.`,
  });
}
