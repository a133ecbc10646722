import { lazyScreen } from '@masomo/remote/lazyScreen';

/** Says on the home page that another was asked for. */
export const missingNotice = lazyScreen<{ address: string }>(() =>
  import('./MissingAddressNotice.tsx').then((notice) => notice.MissingAddressNotice),
);
