import { moduleHome } from '@masomo/remote/useModule';

/** The feature that a school has the add-on with. */
export const gateFeature = 'addon:qr-attendance';
export const gateHome = moduleHome(gateFeature);
