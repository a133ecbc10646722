import { moduleHome } from '@masomo/remote/useModule';

/** The feature that a school has the add-on with. */
export const quickFeesFeature = 'addon:quick-fees';
export const quickFeesHome = moduleHome(quickFeesFeature);
