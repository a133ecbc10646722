import { moduleHome } from '@masomo/remote/useModule';

/** The feature that a school has the add-on with. */
export const readersFeature = 'addon:biometrics';
export const readersHome = moduleHome(readersFeature);
