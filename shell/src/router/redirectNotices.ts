import { t } from '@lingui/core/macro';
import { toaster } from '@masomo/design-system/overlays';

/** Says that an address leads nowhere and that the dashboard opened in its place. */
export function tellUnknownAddress(pathname: string): void {
  toaster.warning({ title: t`This page does not exist`, description: t`The address ${pathname} leads nowhere. This is your dashboard.` });
}

/** Says that the person's role may not open an address and that the dashboard opened in its place. */
export function tellForbiddenAddress(pathname: string): void {
  toaster.warning({
    title: t`This page is not for your role`,
    description: t`Ask an administrator if you need ${pathname}. This is your dashboard.`,
  });
}
