import { moduleHome } from '@masomo/remote/useModule';

/** The feature that a school has the add-on with. */
export const appFeature = 'addon:android-app';
export const appHome = moduleHome(appFeature);
