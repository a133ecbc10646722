import { moduleHome } from '@masomo/remote/useModule';

/** The feature that a school has the add-on with. */
export const behaviourFeature = 'addon:behaviour-records';
export const behaviourHome = moduleHome(behaviourFeature);
