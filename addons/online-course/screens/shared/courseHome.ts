import { moduleHome } from '@masomo/remote/useModule';

export const courseFeature = 'addon:online-course';
export const courseHome = moduleHome(courseFeature);
