import { moduleHome } from '@masomo/remote/useModule';

/** The feature that a school has the add-on with. */
export const twoFactorFeature = 'addon:two-factor';
export const twoFactorHome = moduleHome(twoFactorFeature);
